import { SubscriptionTabs } from '#entities/plan/subscription-tabs.tsx';
import { usePersonalQuery } from '#lib/query.ts';
import { LoadError } from '#ui/load-error.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ClassList } from './class-list.tsx';
import { RedeemForm } from './redeem-form.tsx';
import { RedeemedList } from './redeemed-list.tsx';
import { vouchersQuery } from './voucher-queries.ts';
import css from './vouchers.module.css';

export function VouchersPage() {
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...vouchersQuery(), staleTime: 0 });
  return (
    <Page
      label="Your account"
      title="Vouchers"
      lead="A voucher unlocks a tier for several months, without a subscription."
    >
      <SubscriptionTabs />
      <div className={css.columns}>
        <RedeemForm />
        <section className={css.own} aria-labelledby="redeemed">
          <h2 id="redeemed" className={css.title}>
            Redeemed
          </h2>
          {error && <LoadError what="Your vouchers" {...{ error, isFetching, refetch }} />}
          {!data && !error && <Skeleton lines={3} />}
          {data && <RedeemedList redeemed={data.redeemed} />}
        </section>
      </div>
      {data && data.held.length > 0 && <ClassList page={data} />}
    </Page>
  );
}
