/** Breaks a name into one or two lines, at the space nearest to the middle. */
export function wrapName(name: string, maxLength = 13): string[] {
  if (name.length <= maxLength || !name.includes(' ')) return [name];
  const middle = name.length / 2;
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  const at = spaces.reduce((best, index) => (Math.abs(index - middle) < Math.abs(best - middle) ? index : best));
  return [name.slice(0, at), name.slice(at + 1)];
}
