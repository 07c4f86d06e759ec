/**
 * Scales and then moves the data of an SVG path. The scene uses no `transform` attributes, because the browser would compare
 * and compose each of them with every move of the camera.
 * @param d path data with any commands; the flags of arcs must be separated by spaces or commas
 */
export function translatePath(d: string, { x, y }: { x: number; y: number }, scale = 1): string {
  let command = '';
  let count = 0;
  return d.replace(/[a-z]|\s*-?(?:\d+\.?\d*|\.\d+)/gi, (token) => {
    if (/[a-z]/i.test(token)) {
      command = token;
      count = 0;
      return token;
    }
    const isArc = /a/i.test(command);
    const position = count++ % (isArc ? 7 : 2);
    // The parameters of an arc: radii, rotation, flags, end point. Rotation and flags do not change.
    if (isArc && position > 1 && position < 5) return ` ${Number(token)}`;
    const isPoint = command < 'a' && !(isArc && position < 2);
    const isAcross = command === 'H' || (command !== 'V' && position % 5 === 0);
    const length = Number(token) * scale + (isPoint ? (isAcross ? x : y) : 0);
    // Adding 0 turns -0 into 0.
    const rounded = Math.round(length * 100) / 100 + 0;
    return rounded >= 0 && count > 1 ? ` ${rounded}` : String(rounded);
  });
}
