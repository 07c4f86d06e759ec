import type { PaymentsHealth } from '@hexpedition/contract';
import { number, plural, when } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Callout } from '#ui/callout.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import admin from '../admin.module.css';
import { paymentsHealthQuery } from '../admin-queries.ts';
import { Stat } from '../stat.tsx';
import css from './payments.module.css';
import { ReconciliationSection } from './reconciliation-section.tsx';
import { TierLookup } from './tier-lookup.tsx';

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
          <Subscriptions counts={data.subscriptions} />
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

function Subscriptions({ counts }: { counts: PaymentsHealth['subscriptions'] }) {
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
    </section>
  );
}
