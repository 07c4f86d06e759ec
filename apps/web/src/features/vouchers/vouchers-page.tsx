import { SubscriptionTabs } from '#features/subscription/subscription-tabs.public.tsx';
import { messageOf } from '#lib/api-error.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ClassList } from './class-list.tsx';
import { vouchersQuery } from './queries.ts';
import { RedeemForm } from './redeem-form.tsx';
import { RedeemedList } from './redeemed-list.tsx';
import css from './vouchers.module.css';

export function VouchersPage() {
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...vouchersQuery(), staleTime: 0 });
  return (
    <Page label="Your account" title="Vouchers" lead="A voucher opens a tier for some months, without a subscription.">
      <SubscriptionTabs />
      <div className={css.columns}>
        <RedeemForm />
        <section className={css.own} aria-labelledby="redeemed">
          <h2 id="redeemed" className={css.title}>
            Redeemed
          </h2>
          {error && (
            <Callout
              kind="danger"
              role="alert"
              title="Your vouchers did not load"
              action={
                <Button size="sm" icon="refresh" busy={isFetching} onClick={() => refetch()}>
                  Try again
                </Button>
              }
            >
              <p>{messageOf(error)}</p>
            </Callout>
          )}
          {!data && !error && <Skeleton lines={3} />}
          {data && <RedeemedList redeemed={data.redeemed} />}
        </section>
      </div>
      {data && data.held.length > 0 && <ClassList page={data} />}
    </Page>
  );
}
