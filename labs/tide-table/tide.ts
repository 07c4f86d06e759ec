/** Heights in metres over chart datum, and the hours between low and high water. */
export const tide = { low: 0.8, high: 4.2, range: 3.4, hours: 6.2 };

export type Outcome = { kind: 'height'; text: string } | { kind: 'refused' | 'failed'; text: string };

/** Words that no formula needs. The list was made after a talk at the harbour office. */
const FORBIDDEN = /process|require|import|constructor|eval|Function/;

export const LONGEST = 160;

/** Computes a formula of a pilot. */
export function compute(formula: string): Outcome {
  if (formula.length > LONGEST) return { kind: 'refused', text: `A formula can have up to ${LONGEST} characters.` };
  const word = FORBIDDEN.exec(formula)?.[0];
  if (word) return { kind: 'refused', text: `"${word}" is not a nautical term.` };
  try {
    const run = new Function(...Object.keys(tide), 'sin', 'cos', 'PI', `return (${formula})`);
    const value: unknown = run(...Object.values(tide), Math.sin, Math.cos, Math.PI);
    return { kind: 'height', text: typeof value === 'number' ? `${value.toFixed(2)} m` : String(value) };
  } catch (error) {
    return { kind: 'failed', text: error instanceof Error ? error.message : String(error) };
  }
}
