import type { Clock } from '#platform/clock';
import type { PaddleConfig } from '#platform/config';
import type { Db } from '#platform/db/db';
import { createLedger } from '../ledger/ledger.service.ts';
import { createPaddleApi } from '../paddle/paddle-api.ts';
import { readReconciliation } from './payments-health.read-model.ts';
import { createReconciliation } from './reconcile.service.ts';

const maxIds = 20;

/** For the operator's command. @returns what has become of it, in words */
export async function reconcileOnce(
  db: Db,
  clock: Clock,
  paddle: PaddleConfig,
  warn: (problem: object) => void,
): Promise<string> {
  const ledger = createLedger({ db, clock, plans: paddle.plans, warn });
  await createReconciliation({ db, clock, ledger, api: createPaddleApi(paddle, { warn }) }).run();
  const run = await readReconciliation(db, clock.now());
  if (!run || run.state === 'running') return 'The server is doing it right now: /admin/payments shows how far it is.';
  const seen = `Paddle told of ${run.subscriptions} subscriptions and ${run.payments} payments.`;
  const ids = run.changed_ids.slice(0, maxIds).join(', ');
  const more = run.changed > maxIds ? ', …' : '';
  const changed = run.changed === 0 ? 'Nothing was different.' : `${run.changed} were different: ${ids}${more}.`;
  if (run.failure) throw new Error(`${run.failure} ${seen} ${changed} What was taken over stays; try again later.`);
  return `${seen} ${changed}`;
}
