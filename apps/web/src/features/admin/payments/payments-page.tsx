import type { PaymentsHealth } from '@hexpedition/contract';
import { number, plural, when } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Callout } from '#ui/callout.tsx';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import admin from '../admin.module.css';
import { Figure } from '../figure.tsx';
import css from './payments.module.css';
import { paymentsHealthQuery } from './queries.ts';
import { ReconciliationSection } from './reconciliation-section.tsx';
import { TierLookUp } from './tier-look-up.tsx';

/** Whether all that Paddle told has arrived, and why an account has the tier that it has. @param username looked up */
export function AdminPaymentsPage({ username }: { username: string | undefined }) {
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...paymentsHealthQuery, staleTime: 0 });
  return (
    <Page label="Admin" title="Payments" lead="What Paddle told, whether all of it has arrived, and what it gives.">
      {error && !data && <DidNotLoad what="The payments" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" lines={3} />}
      {data && (
        <>
          {!data.sells && (
            <Callout title="Payments are switched off">
              <p>Nothing is sold, and Paddle is not asked. What was sold before stands below.</p>
            </Callout>
          )}
          <Ledger events={data.events} />
          <Subscriptions counts={data.subscriptions} />
          <ReconciliationSection health={data} />
        </>
      )}
      <TierLookUp username={username} />
    </Page>
  );
}

function Ledger({ events: { last_at, waiting, faulty, faults } }: Pick<PaymentsHealth, 'events'>) {
  return (
    <section className={admin.section} aria-labelledby="ledger">
      <h2 id="ledger" className={css.title}>
        Ledger
      </h2>
      <dl className={admin.figures}>
        <Figure name="Last event">{last_at ? <time dateTime={last_at}>{when(last_at)}</time> : 'None yet'}</Figure>
        <Figure name="Waiting" tone={waiting > 0 ? 'beacon' : undefined}>
          {number(waiting)}
        </Figure>
        <Figure name="Faulty" tone={faulty > 0 ? 'coral' : undefined}>
          {number(faulty)}
        </Figure>
      </dl>
      {waiting > 0 && (
        <p className={css.quiet}>
          Events that wait are applied when what they belong to is known: a payment may come before its customer.
        </p>
      )}
      {faults.length > 0 && (
        <Callout kind="warning" title={`${plural(faulty, 'event')} could not be read`}>
          <p>They are kept, and give nothing.</p>
          <ul className={css.faults}>
            {faults.map(({ event, type, at, fault }) => (
              <li key={event}>
                <span className={admin.facts}>
                  <code>{event}</code>
                  <span>{type}</span>
                  <time dateTime={at}>{when(at)}</time>
                </span>
                {fault}
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
          <Figure key={status} name={name} tone={status === 'past_due' && counts.past_due > 0 ? 'beacon' : undefined}>
            {number(counts[status])}
          </Figure>
        ))}
      </dl>
    </section>
  );
}
