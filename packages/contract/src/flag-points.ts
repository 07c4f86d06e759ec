/**
 * Returns the points of a lab's flag after opened hints: the points minus the cost of each hint, but at least half of
 * them, rounded up. The server awards these points and the browser shows them in advance. This file must not import
 * Zod.
 * @param costs costs of the opened hints of this flag
 */
export function flagPointsAfterHints(points: number, costs: readonly number[]): number {
  const totalCost = costs.reduce((sum, cost) => sum + cost, 0);
  return Math.max(points - totalCost, Math.ceil(points / 2));
}
