/** The list with one item moved by `by` places; the same list where that would lead outside. */
export function moved<T>(list: readonly T[], from: number, by: number): readonly T[] {
  const to = from + by;
  if (from < 0 || from >= list.length || to < 0 || to >= list.length) return list;
  const rest = list.filter((_, index) => index !== from);
  const item = list[from] as T;
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}
