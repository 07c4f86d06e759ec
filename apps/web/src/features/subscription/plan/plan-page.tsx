import type { PaddleSubscription, SubscriptionOverview, User } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { plansQuery, subscribedQuery } from '#entities/plan/plan-queries.ts';
import { SubscriptionTabs } from '#entities/plan/subscription-tabs.tsx';
import { useServerFeatures } from '#entities/site/use-features.ts';
import { isApiError } from '#lib/api-error.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { Callout } from '#ui/callout.tsx';
import { Icon } from '#ui/icon.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { PlanChooser } from './plan-chooser.tsx';
import css from './plan-page.module.css';
import { LastInvoice, VoucherCodeForm } from './plan-sidebar.tsx';
import { TierReasons } from './tier-reasons.tsx';

/** Tells visitors that the payment sandbox is in use and no real money is charged. */
const SandboxBanner = ({ control }: { control: string }) => (
  <aside className={css.banner} aria-label="Sandbox">
    <svg className={css.hatch} aria-hidden="true">
      <pattern id="hatch" width="16" height="16" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="8" height="16" />
      </pattern>
      <rect width="100%" height="100%" fill="url(#hatch)" />
    </svg>
    <p className={css.text}>
      <b className={css.mark}>Sandbox</b> No real payments.{' '}
      <span className={css.card}>
        Pay with card <code>4242 4242 4242 4242</code>.
      </span>
    </p>
    <a className={css.control} href={control} target="_blank" rel="noopener">
      <Icon name="clock" size={16} />
      Advance time
    </a>
  </aside>
);

/** Current plan, available plans, and the reasons for the account's tier. */
export function PlanPage() {
  const user = useSession()?.user;
  // Always refetched, because Paddle's own pages change the subscription.
  const own = usePersonalQuery({ ...subscribedQuery, staleTime: 0 });
  const { paddle } = useServerFeatures();
  const plans = useQuery({ ...plansQuery, enabled: paddle, meta: { suppress: [404] } });
  const sells = paddle && !isApiError(plans.error, 'not_found');
  return (
    <>
      {sells && plans.data?.script && own.data?.sandbox && <SandboxBanner control={own.data.sandbox.control} />}
      <Page label="Your account" title="Subscription">
        <SubscriptionTabs />
        {own.error && !own.data && <LoadError what="Your subscription" {...own} />}
        {own.isPending && <Loading />}
        {own.data && user && (
          <PlanPageContent subscribed={own.data} user={user} offer={sells ? plans.data : undefined}>
            {!sells && <NothingSold />}
            {sells && plans.isPending && <Loading />}
            {sells && plans.error && !plans.data && <LoadError what="The plans" {...plans} />}
          </PlanPageContent>
        )}
      </Page>
    </>
  );
}

interface PlanPageContentProps {
  subscribed: SubscriptionOverview;
  user: User;
  /** Undefined while loading, and on a site without plans. */
  offer: PaddleSubscription | undefined;
  /** Shown in place of the plans in that case. */
  children: React.ReactNode;
}

function PlanPageContent({ subscribed, user, offer, children }: PlanPageContentProps) {
  const { reasons, country } = subscribed;
  const { tier } = user.account;
  const current = <CurrentPlan subscribed={subscribed} tier={tier} />;
  const why = <TierReasons reasons={reasons} tier={tier} country={country} />;
  if (offer) return <PlanChooser {...{ offer, subscribed, user, current, why }} />;
  return (
    <div className={css.columns}>
      <div className={css.main}>
        {current}
        {children}
      </div>
      <div className={css.why}>{why}</div>
      <div className={css.sidebar}>
        <VoucherCodeForm />
        <LastInvoice />
      </div>
    </div>
  );
}

const NothingSold = () => (
  <Callout title="This site sells no plans at the moment">
    <p>
      You keep your current access. A <Link to="/subscription/vouchers">voucher</Link> unlocks a tier for several
      months.
    </p>
  </Callout>
);

const Loading = () => (
  <div className={css.main} role="status" aria-label="Loading">
    <Skeleton shape="title" />
    <div className={css.cards}>
      <Skeleton shape="block" className={css.bone ?? ''} />
      <Skeleton shape="block" className={css.bone ?? ''} />
    </div>
  </div>
);
