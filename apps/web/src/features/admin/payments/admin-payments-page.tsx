import type { PaymentsHealth, Reconciliation } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { number, plural, when } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import admin from '../admin.module.css';
import { paymentsHealthQuery } from '../admin-queries.ts';
import { Stat } from '../stat.tsx';
import css from './payments.module.css';
import { TierLookup } from './tier-lookup.tsx';

/** Result of the last reconciliation with Paddle, and a button that starts the next one. */
function ReconciliationSection({ health: { sells, reconciliation } }: { health: PaymentsHealth }) {
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

/** State of the Paddle integration, and the explanation of one account's tier. @param username account to look up */
export function AdminPaymentsPage({ username }: { username: string | undefined }) {
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...paymentsHealthQuery, staleTime: 0 });
  return (
    <Page label="Admin" title="Payments" lead="Paddle events, sync and entitlements.">
      {error && !data && <LoadError what="The payments" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" lines={3} />}
      {data && (
        <>
          {!data.sells && (
            <Callout title="Payments are switched off">
              <p>The platform sells nothing and does not contact Paddle. Earlier sales are listed below.</p>
            </Callout>
          )}
          <Ledger events={data.events} />
          <Subscriptions counts={data.subscriptions} withoutPlan={data.without_plan} />
          <ReconciliationSection health={data} />
        </>
      )}
      <TierLookup username={username} />
    </Page>
  );
}

function Ledger({ events: { last_at, waiting, failed, failed_events } }: Pick<PaymentsHealth, 'events'>) {
  return (
    <section className={admin.section} aria-labelledby="ledger">
      <h2 id="ledger" className={css.title}>
        Ledger
      </h2>
      <dl className={admin.figures}>
        <Stat name="Last event">{last_at ? <time dateTime={last_at}>{when(last_at)}</time> : 'None yet'}</Stat>
        <Stat name="Pending" tone={waiting > 0 ? 'beacon' : undefined}>
          {number(waiting)}
        </Stat>
        <Stat name="Unreadable" tone={failed > 0 ? 'coral' : undefined}>
          {number(failed)}
        </Stat>
      </dl>
      {waiting > 0 && (
        <p className={css.quiet}>
          Pending events are applied as soon as the record they refer to arrives. A payment can arrive before its
          customer.
        </p>
      )}
      {failed_events.length > 0 && (
        <Callout kind="warning" title={`${plural(failed, 'event')} could not be read`}>
          <p>They are stored, but grant nothing.</p>
          <ul className={css.failedEvents}>
            {failed_events.map(({ event, type, at, error }) => (
              <li key={event}>
                <span className={admin.facts}>
                  <code>{event}</code>
                  <span>{type}</span>
                  <time dateTime={at}>{when(at)}</time>
                </span>
                {error}
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </section>
  );
}

const statuses = [
  ['active', 'Active'],
  ['trialing', 'Trialing'],
  ['past_due', 'Past due'],
  ['paused', 'Paused'],
  ['canceled', 'Canceled'],
] as const;

interface SubscriptionsProps {
  counts: PaymentsHealth['subscriptions'];
  withoutPlan: PaymentsHealth['without_plan'];
}

function Subscriptions({ counts, withoutPlan }: SubscriptionsProps) {
  return (
    <section className={admin.section} aria-labelledby="subscriptions">
      <h2 id="subscriptions" className={css.title}>
        Subscriptions
      </h2>
      <dl className={admin.figures}>
        {statuses.map(([status, name]) => (
          <Stat key={status} name={name} tone={status === 'past_due' && counts.past_due > 0 ? 'beacon' : undefined}>
            {number(counts[status])}
          </Stat>
        ))}
      </dl>
      {withoutPlan.length > 0 && (
        <Callout kind="warning" title="Subscriptions without a plan">
          <p>
            They give no access, because none of their products is in <code>PADDLE_PLANS</code>. Cancel them at Paddle,
            or add their product.
          </p>
          <ul className={css.failedEvents}>
            {withoutPlan.map(({ subscription, product }) => (
              <li key={subscription} className={admin.facts}>
                <code>{subscription}</code>
                <code>{product}</code>
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </section>
  );
}
