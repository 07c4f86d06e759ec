import type { Hexmap } from '@hexpedition/contract';

/** Numbers of a command in path data. */
const numbers = /-?(?:\d+\.?\d*|\.\d+)/g;
/** Distance in tenths of a unit by which the control point of a shortened curve may differ. */
const tolerance = 3;

/** Writes tenths as path data does: no zero before the point, and no space that a sign or a second point makes needless. */
function join(values: readonly number[]): string {
  let text = '';
  for (const value of values) {
    const part = String(Math.abs(value) / 10).replace(/^0\./, '.');
    const needsSpace = text !== '' && value >= 0 && !(part.startsWith('.') && /\.\d*$/.test(text));
    text += (needsSpace ? ' ' : '') + (value < 0 ? '-' : '') + part;
  }
  return text;
}

/**
 * Shortens path data of the compiled map to about a third, for the page and the API: relative coordinates, and smooth curves
 * whose control point follows from the curve before it. Points move by at most a twentieth of a unit, the control points
 * of curves by at most a third. Data with other commands than M, L, Q and Z is returned unchanged.
 */
export function shortenPath(d: string): string {
  if (!/^(?:[MLQZ][-\d. ]*)+$/.test(d)) return d;
  let text = '';
  let lastCommand = '';
  /** The current point, the start of the line and the control point of the curve before, in tenths of a unit. */
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let control: { x: number; y: number } | undefined;
  const isOpen = !d.includes('Z');

  function emit(command: string, values: number[]): void {
    // After a relative move, points without a command are relative lines. A second move needs its command.
    const isImplied = (command === lastCommand && command !== 'm') || (command === 'l' && lastCommand === 'm');
    const data = join(values);
    const needsSpace = isImplied && !data.startsWith('-') && !(data.startsWith('.') && /\.\d*$/.test(text));
    text += (isImplied ? (needsSpace ? ' ' : '') : command) + data;
    lastCommand = command;
  }

  for (const [, command = '', parameters = ''] of d.matchAll(/([MLQZ])([^MLQZ]*)/g)) {
    if (command === 'Z') {
      text += 'z';
      [lastCommand, control, x, y] = ['z', undefined, startX, startY];
      continue;
    }
    const given = (parameters.match(numbers) ?? []).map((number) => Math.round(Number(number) * 10));
    const size = command === 'Q' ? 4 : 2;
    for (let i = 0; i + size <= given.length; i += size) {
      const [toX, toY] = given.slice(i + size - 2, i + size) as [number, number];
      // Hexkit moves to the current point between edges that meet. Only the start of a closed line matters.
      if (command === 'M' && i === 0 && text !== '' && toX === x && toY === y && isOpen) continue;
      if (command === 'M' && i === 0) {
        // The first move is absolute, so that paths can be joined.
        emit(text === '' ? 'M' : 'm', text === '' ? [toX, toY] : [toX - x, toY - y]);
        [startX, startY, control] = [toX, toY, undefined];
      } else if (command !== 'Q') {
        emit('l', [toX - x, toY - y]);
        control = undefined;
      } else {
        const [atX, atY] = given.slice(i, i + 2) as [number, number];
        const mirrored = control && { x: 2 * x - control.x, y: 2 * y - control.y };
        if (mirrored && Math.hypot(mirrored.x - atX, mirrored.y - atY) <= tolerance) {
          emit('t', [toX - x, toY - y]);
          control = mirrored;
        } else {
          emit('q', [atX - x, atY - y, toX - x, toY - y]);
          control = { x: atX, y: atY };
        }
      }
      [x, y] = [toX, toY];
    }
  }
  return text;
}

/** Shortens all path data of a compiled map. */
export function shortenPaths(map: Hexmap): Hexmap {
  return {
    ...map,
    continents: map.continents.map((continent) => ({
      ...continent,
      coast: shortenPath(continent.coast),
      grid: shortenPath(continent.grid),
    })),
    paths: map.paths.map((path) => ({
      ...path,
      edges: path.edges.map((edge) => ({ ...edge, d: shortenPath(edge.d) })),
    })),
    shoals: map.shoals.map(shortenPath),
    terrain: map.terrain.map(({ type, d }) => ({ type, d: shortenPath(d) })),
  };
}
