import { usePersonalQuery } from '#lib/query.ts';
import { useFeatures } from '#shell/features.ts';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { SubscriptionTabs } from '../subscription-tabs.public.tsx';
import { PaymentList } from './payment-list.tsx';
import css from './payments.module.css';
import { paymentsQuery } from './queries.ts';

/** What the account has paid, with the invoices. It stays when the site sells nothing any more. */
export function PaymentsPage() {
  // A payment may have come while another tab, or Paddle's checkout, was in front.
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...paymentsQuery(), staleTime: 0 });
  return (
    <Page label="Your account" title="Invoices">
      <SubscriptionTabs />
      <div className={css.page}>
        {error && !data && <DidNotLoad what="Your payments" {...{ error, isFetching, refetch }} />}
        {!data && !error && <Skeleton shape="block" lines={3} className={css.skeleton ?? ''} />}
        {data?.payments.length === 0 && <NoPayments />}
        {data && data.payments.length > 0 && (
          <>
            <PaymentList page={data} />
            <p className={css.seller}>
              Paddle sells the plans for us, as merchant of record. Its name stands on the invoices and on your card’s
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
      <p>{paddle ? 'Each payment appears here, with its invoice as a PDF.' : 'Nothing is sold on this site.'}</p>
    </EmptyState>
  );
}
