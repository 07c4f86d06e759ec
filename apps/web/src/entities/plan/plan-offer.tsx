import type { OwnSubscription, PaddleSubscription, Plan, PlanName } from '@hexpedition/contract';
import { formatMoney } from '@hexpedition/contract/money';
import { highestPaidTier, type TierCode } from '@hexpedition/contract/tiers';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFeatures } from '#entities/site/use-features.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import css from './plan-offer.module.css';
import { plansQuery, subscribedQuery } from './plan-queries.ts';

interface Props {
  /** The required tier. */
  tier: TierCode;
  /** `get` if a plan is only one of several requirements. */
  says?: 'opens' | 'get';
  /** End of the sentence. */
  end?: string;
  /** Fallback if no plan gives the tier. */
  children?: ReactNode;
}

/**
 * Explains how to get a tier: the cheapest plan that includes it, with its price, or a voucher. Locks load it on
 * demand, so that pages without a lock do not include it.
 */
export default function PlanOffer({ tier, says = 'opens', end = '.', children }: Props) {
  const sells = useFeatures().paddle && tier <= highestPaidTier;
  const prices = useQuery({ ...plansQuery, enabled: sells });
  const own = usePersonalQuery(subscribedQuery, sells);
  // Reserves the space, to avoid a layout shift when the price arrives.
  if (prices.isLoading || own.isLoading) return <span className={css.waiting}>{children}</span>;
  const offer = sells && prices.data && cheapestOf(prices.data, tier);
  if (!offer) return children;
  return (
    <>
      <Advice offer={offer} says={says} subscription={own.data?.subscription} tier={tier} />, or{' '}
      <PersonalLink to="/subscription/vouchers">redeem a voucher</PersonalLink>
      {end}
    </>
  );
}

interface Offer {
  key: PlanName;
  plan: Plan;
  /** Price per month; null until the server has received it from Paddle. */
  price: string | null;
}

function cheapestOf({ products }: PaddleSubscription, tier: TierCode): Offer | undefined {
  const cost = ({ monthly }: Plan) => monthly.details?.amount ?? Number.POSITIVE_INFINITY;
  const [key, plan] =
    (Object.entries(products) as [PlanName, Plan][])
      .filter(([, plan]) => plan.tier >= tier)
      .sort(([, a], [, b]) => cost(a) - cost(b) || a.tier - b.tier)[0] ?? [];
  if (!key || !plan) return undefined;
  const { details, currency } = plan.monthly;
  return { key, plan, price: details && currency && formatMoney(details.amount, currency, null) };
}

interface AdviceProps extends Required<Pick<Props, 'tier' | 'says'>> {
  offer: Offer;
  subscription: OwnSubscription | null | undefined;
}

/** Tells users whose subscription grants nothing now why, and what to do. */
function Advice({ offer: { key, plan, price }, says, subscription, tier }: AdviceProps) {
  if (subscription?.status === 'past_due') {
    return (
      <>
        Your last payment failed. <PersonalLink to="/subscription">Update your card</PersonalLink>
      </>
    );
  }
  if (subscription?.status === 'paused') {
    return (
      <>
        Your subscription is paused. <PersonalLink to="/subscription">Resume it</PersonalLink>
      </>
    );
  }
  const hasEnded = subscription?.status === 'canceled' && subscription.tier >= tier;
  const again = hasEnded ? ' again' : '';
  return (
    <>
      {hasEnded && `Your ${subscription.name} subscription has ended. `}
      <PersonalLink to="/subscription" plan={key}>
        {says === 'get' ? `Get ${plan.name}${again}` : `${plan.name} unlocks it${again}`}
        {price && `, from ${price} a month`}
      </PersonalLink>
    </>
  );
}

/** Link to an account page. Visitors are sent through sign-up, which links to the log-in page. */
function PersonalLink({
  to,
  plan,
  children,
}: {
  to: '/subscription' | '/subscription/vouchers';
  plan?: PlanName;
  children: ReactNode;
}) {
  const signedIn = useSession() !== null;
  const { register } = useFeatures();
  if (signedIn) {
    return (
      <Link to={to} search={plan ? { plan } : {}}>
        {children}
      </Link>
    );
  }
  return (
    <Link to={register ? '/signup' : '/login'} search={{ next: plan ? `${to}?plan=${plan}` : to }}>
      {children}
    </Link>
  );
}
