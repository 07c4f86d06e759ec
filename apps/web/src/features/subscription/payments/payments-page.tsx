import { SubscriptionTabs } from '#entities/plan/subscription-tabs.tsx';
import { useFeatures } from '#entities/site/use-features.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { PaymentList } from './payment-list.tsx';
import { paymentsQuery } from './payment-queries.ts';
import css from './payments.module.css';

/** Payments of the account, with invoices. Available even if the site no longer sells plans. */
export function PaymentsPage() {
  // Always refetched: a payment may have been made in another tab or in Paddle's checkout.
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...paymentsQuery(), staleTime: 0 });
  return (
    <Page label="Your account" title="Invoices">
      <SubscriptionTabs />
      <div className={css.page}>
        {error && !data && <LoadError what="Your payments" {...{ error, isFetching, refetch }} />}
        {!data && !error && <Skeleton shape="block" lines={3} className={css.skeleton ?? ''} />}
        {data?.payments.length === 0 && <NoPayments />}
        {data && data.payments.length > 0 && (
          <>
            <PaymentList page={data} />
            <p className={css.seller}>
              Paddle sells the plans for us as merchant of record. Its name appears on invoices and on your card
              statement.
            </p>
          </>
        )}
      </div>
    </Page>
  );
}

function NoPayments() {
  const { paddle } = useFeatures();
  return (
    <EmptyState
      icon="note"
      title="No invoices yet"
      action={
        paddle ? (
          <LinkButton to="/subscription" icon="key">
            See the plans
          </LinkButton>
        ) : undefined
      }
    >
      <p>{paddle ? 'Your payments appear here, with invoices as PDF.' : 'This site sells no plans.'}</p>
    </EmptyState>
  );
}
