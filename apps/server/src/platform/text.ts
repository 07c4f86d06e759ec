const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it may stand in HTML, in an element or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/**
 * The least number of letters to add, drop, change or swap with their neighbour (optimal string alignment).
 * @param openEnd for a word that is still being typed: `injektio` is one slip from `injection`
 */
export function editDistance(typed: string, known: string, { openEnd = false } = {}): number {
  const width = known.length + 1;
  const rows: number[][] = [Array.from({ length: width }, (_, i) => i)];
  for (let y = 1; y <= typed.length; y++) {
    const row = [y];
    for (let x = 1; x < width; x++) {
      const same = typed[y - 1] === known[x - 1];
      let least = Math.min(at(rows, y - 1, x) + 1, (row[x - 1] ?? 0) + 1, at(rows, y - 1, x - 1) + (same ? 0 : 1));
      if (y > 1 && x > 1 && typed[y - 1] === known[x - 2] && typed[y - 2] === known[x - 1]) {
        least = Math.min(least, at(rows, y - 2, x - 2) + 1);
      }
      row.push(least);
    }
    rows.push(row);
  }
  const last = rows[typed.length] ?? [];
  return Math.min(...last.slice(openEnd ? Math.min(typed.length, known.length) : known.length));
}

const at = (rows: readonly number[][], y: number, x: number): number => rows[y]?.[x] ?? 0;
