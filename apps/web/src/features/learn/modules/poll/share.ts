/** Per cent, whole. What is not all of them is never 100, and what is something is never 0. */
export function shareOf(answers: number, voters: number): number {
  if (voters <= 0 || answers <= 0) return 0;
  if (answers >= voters) return 100;
  return Math.min(99, Math.max(1, Math.round((answers / voters) * 100)));
}
