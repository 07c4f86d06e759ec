/** Serializes a value so that equal values give equal texts. Ignores undefined and the order of keys, as the database does. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? '';

export const isEqual = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

/** Returns the value at a path such as `services.2.title`. */
export function valueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const key of path.split('.').filter(Boolean)) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}

interface Tree {
  [key: string]: string | Tree | undefined;
}

/** Flattens a tree of texts to a record of texts by path. */
export function textsOf(tree: object | undefined, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries((tree ?? {}) as Tree).flatMap(([key, value]) => {
      if (typeof value === 'string') return [[prefix + key, value]];
      return Object.entries(textsOf(value, `${prefix}${key}.`));
    }),
  );
}
