/** As text that is the same for the same value: undefined and the order of keys, which no database keeps, do not count. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  ) ?? '';

export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** What stands at a path such as `services.2.title`. */
export function valueAt(value: unknown, path: string): unknown {
  let here = value;
  for (const key of path.split('.').filter(Boolean)) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string, unknown>)[key];
  }
  return here;
}

interface Tree {
  [key: string]: string | Tree | undefined;
}

/** Every text of a tree of texts, by its path. */
export function textsOf(tree: object | undefined, before = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries((tree ?? {}) as Tree).flatMap(([key, value]) => {
      if (typeof value === 'string') return [[before + key, value]];
      return Object.entries(textsOf(value, `${before}${key}.`));
    }),
  );
}
