/**
 * The points that are given for a flag whose hints were opened before it was found. However many hints there are and whatever they
 * cost, at least half is left, rounded up.
 * @param points of the flag
 * @param cost of its open hints together
 */
export function pointsAfterHints(points: number, cost: number): number {
  return Math.max(points - cost, Math.ceil(points / 2));
}
