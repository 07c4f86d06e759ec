import type { FastifyInstance } from 'fastify';

const everyMs = 60_000;

/** Runs clean-up jobs every minute while the server runs. All nodes may run the same job at once. */
export function startSweeps(app: FastifyInstance, jobs: (() => Promise<void>)[]): void {
  const timer = setInterval(() => {
    for (const job of jobs) job().catch((error: Error) => app.log.warn({ reason: error.message }, 'clean-up failed'));
  }, everyMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
