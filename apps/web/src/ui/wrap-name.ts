/** A name in one or two lines for under a hex: broken at the space nearest to the middle, if it is long. */
export function wrapName(name: string, longest = 13): string[] {
  if (name.length <= longest || !name.includes(' ')) return [name];
  const middle = name.length / 2;
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  const at = spaces.reduce((best, index) => (Math.abs(index - middle) < Math.abs(best - middle) ? index : best));
  return [name.slice(0, at), name.slice(at + 1)];
}
