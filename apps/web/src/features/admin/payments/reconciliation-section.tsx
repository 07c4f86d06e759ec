import type { PaymentsHealth, Reconciliation } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { number, plural, when } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import admin from '../admin.module.css';
import { paymentsHealthQuery } from '../admin-queries.ts';
import css from './payments.module.css';

/** Result of the last reconciliation with Paddle, and a button that starts the next one. */
export function ReconciliationSection({ health: { sells, reconciliation } }: { health: PaymentsHealth }) {
  const api = useApi();
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: () => api('POST /api/admin/payments/reconcile'),
    onSuccess: (health) => client.setQueryData(paymentsHealthQuery.queryKey, health),
  });
  const running = isRunning(reconciliation, Date.now());
  // A long reconciliation continues after the request has been answered.
  usePersonalQuery({ ...paymentsHealthQuery, refetchInterval: 2_000 }, running);
  return (
    <section className={admin.section} aria-labelledby="reconciliation">
      <h2 id="reconciliation" className={css.title}>
        Reconciliation
      </h2>
      <p className={css.quiet}>
        Every night the platform compares its subscriptions and payments with Paddle and corrects the differences.
      </p>
      {reconciliation ? <Report reconciliation={reconciliation} running={running} /> : <p>None yet.</p>}
      {sells && (
        <div className={admin.actions}>
          <Button icon="refresh" busy={start.isPending || running} onClick={() => start.mutate()}>
            Reconcile now
          </Button>
          <FormStatus busy={start.isPending || running ? 'Contacting Paddle.' : undefined} error={start.error} />
        </div>
      )}
    </section>
  );
}

function Report({ reconciliation, running }: { reconciliation: Reconciliation; running: boolean }) {
  const { started_at, ended_at, state, subscriptions, payments, changed, changed_ids, failure } = reconciliation;
  const at = state === 'done' && ended_at ? ended_at : started_at;
  const checked = `${plural(subscriptions, 'subscription')} and ${plural(payments, 'payment')}`;
  return (
    <>
      <p>
        {running ? 'Running since ' : state === 'done' ? 'Finished ' : 'Interrupted, started '}
        <time dateTime={at}>{when(at)}</time>: {checked} checked
        {changed > 0 ? `, ${number(changed)} corrected.` : state === 'done' ? ', no differences.' : '.'}
      </p>
      {failure && (
        <Callout kind="warning" title="Reconciliation failed">
          <p>{failure}</p>
          <p>Corrections made before the failure are kept.</p>
        </Callout>
      )}
      {changed_ids.length > 0 && (
        <details className={css.ids}>
          <summary>Corrected records</summary>
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

/** Time after which a running reconciliation counts as interrupted, because its process may have died. */
const interruptedAfterMs = 15 * 60_000;

const isRunning = (reconciliation: Reconciliation | null, now: number): boolean =>
  reconciliation?.state === 'running' && now - Date.parse(reconciliation.started_at) < interruptedAfterMs;
