/**
 * What a lab's flag brings once hints were opened: the cost of each is taken from its points, down to half of them,
 * rounded up. The server gives the points by it, and the browser says the same beforehand. No Zod here.
 * @param costs of the hints of this flag that are open
 */
export function flagWorth(points: number, costs: readonly number[]): number {
  const taken = costs.reduce((sum, cost) => sum + cost, 0);
  return Math.max(points - taken, Math.ceil(points / 2));
}
