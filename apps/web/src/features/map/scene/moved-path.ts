/**
 * The data of an SVG path, scaled and then moved. The scene holds no `transform`: the browser would keep, compare and
 * compose each of them apart with every move of the camera.
 * @param d commands of any kind; the flags of arcs stand apart from their neighbours
 */
export function movedPath(d: string, { x, y }: { x: number; y: number }, scale = 1): string {
  let command = '';
  let count = 0;
  return d.replace(/[a-z]|\s*-?(?:\d+\.?\d*|\.\d+)/gi, (token) => {
    if (/[a-z]/i.test(token)) {
      command = token;
      count = 0;
      return token;
    }
    const isArc = /a/i.test(command);
    const place = count++ % (isArc ? 7 : 2);
    // An arc's turn and flags, then its radii, then the point where it ends.
    if (isArc && place > 1 && place < 5) return ` ${Number(token)}`;
    const isPoint = command < 'a' && !(isArc && place < 2);
    const isAcross = command === 'H' || (command !== 'V' && place % 5 === 0);
    const length = Number(token) * scale + (isPoint ? (isAcross ? x : y) : 0);
    return ` ${Math.round(length * 100) / 100}`;
  });
}
