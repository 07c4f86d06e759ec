import type { FastifyInstance } from 'fastify';
import type { Db } from './db/db.ts';
import { releaseLease, takeLease } from './db/leases.ts';

const everyMs = 60_000;
const lease = 'sweeps';
/** Longer than the interval, so that the same node keeps the lease until it stops or dies. */
const leaseSeconds = 90;

type Sweep = () => Promise<void>;

export interface Sweeps {
  /** Run on one node at a time. They are idempotent, because a slow one may still run when another node takes the lease. */
  fleet: Sweep[];
  /** Run on every node, because they concern its files. */
  node: Sweep[];
}

/** Runs clean-up jobs every minute while the server runs. */
export function startSweeps(
  app: FastifyInstance,
  { fleet, node }: Sweeps,
  { db, nodeName }: { db: Db; nodeName: string },
): void {
  const warn = (error: Error) => app.log.warn({ reason: error.message }, 'clean-up failed');
  const run = (sweeps: Sweep[]) => {
    for (const sweep of sweeps) sweep().catch(warn);
  };
  const timer = setInterval(() => {
    run(node);
    takeLease(db, lease, nodeName, leaseSeconds).then((isHolder) => {
      if (isHolder) run(fleet);
    }, warn);
  }, everyMs);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await releaseLease(db, lease, nodeName).catch(() => {});
  });
}
