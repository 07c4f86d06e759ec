/**
 * Returns the smallest number of letters to insert, delete, replace or swap with their neighbour (optimal string
 * alignment distance).
 * @param openEnd true for a word that is still being typed: the distance from `injektio` to `injection` is then 1
 */
export function editDistance(typed: string, target: string, { openEnd = false } = {}): number {
  const width = target.length + 1;
  const rows: number[][] = [Array.from({ length: width }, (_, i) => i)];
  for (let y = 1; y <= typed.length; y++) {
    const row = [y];
    for (let x = 1; x < width; x++) {
      const same = typed[y - 1] === target[x - 1];
      let least = Math.min(at(rows, y - 1, x) + 1, (row[x - 1] ?? 0) + 1, at(rows, y - 1, x - 1) + (same ? 0 : 1));
      if (y > 1 && x > 1 && typed[y - 1] === target[x - 2] && typed[y - 2] === target[x - 1]) {
        least = Math.min(least, at(rows, y - 2, x - 2) + 1);
      }
      row.push(least);
    }
    rows.push(row);
  }
  const last = rows[typed.length] ?? [];
  return Math.min(...last.slice(openEnd ? Math.min(typed.length, target.length) : target.length));
}

const at = (rows: readonly number[][], y: number, x: number): number => rows[y]?.[x] ?? 0;
