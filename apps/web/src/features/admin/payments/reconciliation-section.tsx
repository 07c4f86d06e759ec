import type { PaymentsHealth, Reconciliation } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { number, plural, when } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import admin from '../admin.module.css';
import css from './payments.module.css';
import { paymentsHealthQuery } from './queries.ts';

/** Compares what we know with what Paddle knows: what the last time found, and a button for the next one. */
export function ReconciliationSection({ health: { sells, reconciliation } }: { health: PaymentsHealth }) {
  const api = useApi();
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: () => api('POST /api/admin/payments/reconcile'),
    onSuccess: (health) => client.setQueryData(paymentsHealthQuery.queryKey, health),
  });
  const runs = isRunning(reconciliation, Date.now());
  // One that takes long answers before it has ended.
  usePersonalQuery({ ...paymentsHealthQuery, refetchInterval: 2_000 }, runs);
  return (
    <section className={admin.section} aria-labelledby="reconciliation">
      <h2 id="reconciliation" className={css.title}>
        Reconciliation
      </h2>
      <p className={css.quiet}>
        Each night the platform asks Paddle for subscriptions and payments, and takes over what it has missed.
      </p>
      {reconciliation ? <Report reconciliation={reconciliation} runs={runs} /> : <p>None yet.</p>}
      {sells && (
        <div className={admin.actions}>
          <Button icon="refresh" busy={start.isPending || runs} onClick={() => start.mutate()}>
            Reconcile now
          </Button>
          <FormStatus busy={start.isPending || runs ? 'Asking Paddle.' : undefined} error={start.error} />
        </div>
      )}
    </section>
  );
}

function Report({ reconciliation, runs }: { reconciliation: Reconciliation; runs: boolean }) {
  const { started_at, ended_at, state, subscriptions, payments, changed, changed_ids, failure } = reconciliation;
  const at = state === 'done' && ended_at ? ended_at : started_at;
  const told = `${plural(subscriptions, 'subscription')} and ${plural(payments, 'payment')}`;
  return (
    <>
      <p>
        {runs ? 'Running since ' : state === 'done' ? 'Done ' : 'Broken off, begun '}
        <time dateTime={at}>{when(at)}</time>: Paddle {runs ? 'has told' : 'told'} of {told}
        {changed > 0
          ? `, of which ${number(changed)} differed and were taken over.`
          : state === 'done'
            ? ', and nothing differed.'
            : '.'}
      </p>
      {failure && (
        <Callout kind="warning" title="It did not come to its end">
          <p>{failure}</p>
          <p>What it had taken over by then stays.</p>
        </Callout>
      )}
      {changed_ids.length > 0 && (
        <details className={css.ids}>
          <summary>What differed</summary>
          <ul>
            {changed_ids.map((id) => (
              <li key={id}>
                <code>{id}</code>
              </li>
            ))}
            {changed > changed_ids.length && <li>and {number(changed - changed_ids.length)} more</li>}
          </ul>
        </details>
      )}
    </>
  );
}

/** One whose process died never ends; after so long it counts as broken off, milliseconds. */
const patience = 15 * 60_000;

const isRunning = (reconciliation: Reconciliation | null, now: number): boolean =>
  reconciliation?.state === 'running' && now - Date.parse(reconciliation.started_at) < patience;
