/**
 * What this work costs this process on its processors, in milliseconds. Unlike the time on the clock it hardly grows
 * on a busy machine, so a test may hold a limit to it.
 */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
