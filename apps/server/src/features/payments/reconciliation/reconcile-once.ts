import type { Clock } from '#platform/clock';
import type { PaddleConfig } from '#platform/config';
import type { Db } from '#platform/db/db';
import { createLedger } from '../ledger/ledger.service.ts';
import { createPaddleApi } from '../paddle/paddle-api.ts';
import { readReconciliation } from './payments-health.read-model.ts';
import { createReconciliation } from './reconcile.service.ts';

const maxIds = 20;

/** Runs one reconciliation for the operator's command. @returns the summary to print @throws Error if it failed */
export async function reconcileOnce(
  db: Db,
  clock: Clock,
  paddle: PaddleConfig,
  warn: (problem: object) => void,
): Promise<string> {
  const ledger = createLedger({ db, clock, plans: paddle.plans, warn });
  await createReconciliation({ db, clock, ledger, api: createPaddleApi(paddle, { warn }) }).run();
  const run = await readReconciliation(db, clock.now());
  if (!run || run.state === 'running')
    return 'The server is already reconciling. See /admin/payments for its progress.';
  const counts = `Paddle returned ${run.subscriptions} subscriptions and ${run.payments} payments.`;
  const ids = run.changed_ids.slice(0, maxIds).join(', ');
  const more = run.changed > maxIds ? ', …' : '';
  const changed = run.changed === 0 ? 'Nothing differed.' : `${run.changed} differed: ${ids}${more}.`;
  if (run.failure) throw new Error(`${run.failure} ${counts} ${changed} Stored changes are kept. Try again later.`);
  return `${counts} ${changed}`;
}
