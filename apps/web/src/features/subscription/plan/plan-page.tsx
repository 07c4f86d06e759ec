import type { PaddleSubscription, Subscribed, User } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isApiError } from '#lib/api-error.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { useServerFeatures } from '#shell/features.ts';
import { Callout } from '#ui/callout.tsx';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { plansQuery, subscribedQuery } from '../queries.ts';
import { SubscriptionTabs } from '../subscription-tabs.public.tsx';
import { Current } from './current.tsx';
import css from './plan-page.module.css';
import { LastInvoice, VoucherBox } from './rail.tsx';
import { Reasons } from './reasons.tsx';
import { Ribbon } from './ribbon.tsx';
import { ShopFloor } from './shop-floor.tsx';

/** What the account has, what can be bought, and why the account has the tier that it has. */
export function PlanPage() {
  const user = useSession()?.user;
  // Paddle's own pages change it: it is asked for again whenever the reader comes back.
  const own = usePersonalQuery({ ...subscribedQuery, staleTime: 0 });
  const { paddle } = useServerFeatures();
  const shop = useQuery({ ...plansQuery, enabled: paddle, meta: { suppress: [404] } });
  const sells = paddle && !isApiError(shop.error, 'not_found');
  return (
    <>
      {sells && shop.data?.script && own.data?.sandbox && <Ribbon control={own.data.sandbox.control} />}
      <Page label="Your account" title="Subscription">
        <SubscriptionTabs />
        {own.error && !own.data && <DidNotLoad what="Your subscription" {...own} />}
        {own.isPending && <Waiting />}
        {own.data && user && (
          <Loaded subscribed={own.data} user={user} offer={sells ? shop.data : undefined}>
            {!sells && <NothingSold />}
            {sells && shop.isPending && <Waiting />}
            {sells && shop.error && !shop.data && <DidNotLoad what="The plans" {...shop} />}
          </Loaded>
        )}
      </Page>
    </>
  );
}

interface LoadedProps {
  subscribed: Subscribed;
  user: User;
  /** Undefined while, or where, nothing is sold. */
  offer: PaddleSubscription | undefined;
  /** What stands in place of the plans then. */
  children: React.ReactNode;
}

function Loaded({ subscribed, user, offer, children }: LoadedProps) {
  const { reasons, country } = subscribed;
  const { tier } = user.account;
  const current = <Current subscribed={subscribed} tier={tier} />;
  const why = <Reasons reasons={reasons} tier={tier} country={country} />;
  if (offer) return <ShopFloor {...{ offer, subscribed, user, current, why }} />;
  return (
    <div className={css.columns}>
      <div className={css.main}>
        {current}
        {children}
      </div>
      <div className={css.why}>{why}</div>
      <div className={css.rail}>
        <VoucherBox />
        <LastInvoice />
      </div>
    </div>
  );
}

const NothingSold = () => (
  <Callout title="Nothing is sold here at present">
    <p>
      What you have stays. A <Link to="/subscription/vouchers">voucher</Link> opens a tier for some months.
    </p>
  </Callout>
);

const Waiting = () => (
  <div className={css.main} role="status" aria-label="Loading">
    <Skeleton shape="title" />
    <div className={css.cards}>
      <Skeleton shape="block" className={css.bone ?? ''} />
      <Skeleton shape="block" className={css.bone ?? ''} />
    </div>
  </div>
);
