/**
 * Measures the CPU time of this process during some work, in milliseconds. Unlike wall time it hardly grows on a busy
 * machine, so a test can assert an upper limit.
 */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
