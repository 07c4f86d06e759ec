import type {
  Cycle,
  OwnSubscription,
  PaddleSubscription,
  Plan,
  PlanName,
  SubscriptionOverview,
  User,
} from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { hexmapQuery } from '#entities/map/map-queries.ts';
import { useFeatures } from '#entities/site/use-features.ts';
import { trainingsQuery } from '#entities/training/training-queries.ts';
import { plural } from '#lib/format.ts';
import { useOptimisticValue } from '#lib/use-optimistic-value.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { type CourseMap, PlanCard } from '../cards/plan-card.tsx';
import { coursesOf, tierAccessOf } from '../cards/plan-coverage.ts';
import { freeMonths, noteOf, type Prices } from '../cards/prices.ts';
import { PurchaseNotice } from '../checkout/purchase-notice.tsx';
import { type Checkout, useCheckout } from '../checkout/use-checkout.ts';
import { type Purchase, usePurchaseConfirmation } from '../checkout/use-purchase-confirmation.ts';
import { BuyPanel } from '../order/buy-panel.tsx';
import { UpgradePanel } from '../order/upgrade-panel.tsx';
import css from './plan-page.module.css';
import { cycles, type PlanSelection, parsePlanSelection, planNames } from './plan-selection.ts';
import { LastInvoice, VoucherCodeForm } from './plan-sidebar.tsx';
import { endText, strongestOtherReason } from './reason-text.ts';

interface Props {
  offer: PaddleSubscription;
  subscribed: SubscriptionOverview;
  user: User;
  current: ReactNode;
  why: ReactNode;
}

/** The plans, with the order for the selected plan beside them. */
export function PlanChooser({ offer, subscribed, user, current, why }: Props) {
  const [asked, setAsked] = useState<string>();
  const country = asked ?? subscribed.country;
  const running = subscribed.subscription?.status === 'canceled' ? null : subscribed.subscription;
  const checkout = useCheckout(offer, country, running?.currency);
  const courseMap = useCourseMap();
  const otherReason = strongestOtherReason(subscribed.reasons);
  const access = useTierAccess(subscribed, user);
  const plans = planNames.flatMap((key) => {
    const plan = offer.products[key];
    return plan ? [{ key, plan }] : [];
  });
  const { selected, cycle, choose } = useSelection(plans, running, access.now);
  const { notice, buy, change, isWaiting } = usePurchase(courseMap, access.now);
  // On a phone the plan from the URL comes first. It keeps its position when the user selects another plan.
  const [first] = useState(selected?.key);
  const sells = running !== null || !checkout.loadError;
  return (
    <div className={css.columns}>
      <div className={css.main}>
        {notice}
        {current}
        <section aria-labelledby="plans" className={css.plans}>
          <PlansHeader
            plans={plans}
            cycle={cycle}
            prices={checkout.prices}
            onCycle={(next) => choose({ cycle: next })}
          />
          {checkout.loadError && <NoCheckout loadError={checkout.loadError} />}
          <div className={css.cards}>
            {plans.map(({ key, plan }, index) => {
              const own = ownOf(plan, cycle, running);
              return (
                <PlanCard
                  key={key}
                  {...{ plan, cycle, courseMap, access, own }}
                  prices={checkout.prices}
                  below={Math.max(plans[index - 1]?.plan.tier ?? 0, access.free)}
                  alreadyUnlocked={
                    own || !otherReason || otherReason.tier < plan.tier ? '' : endText(otherReason, subscribed.country)
                  }
                  isFirst={key === first}
                  isSelected={sells && selected?.key === key}
                  onChoose={own === 'this' || isWaiting || !sells ? undefined : () => choose({ plan: key })}
                />
              );
            })}
          </div>
        </section>
      </div>
      <div className={css.why}>{why}</div>
      <div className={css.sidebar}>
        {selected &&
          !isWaiting &&
          (running ? (
            <UpgradePanel
              key={selected.plan[cycle].price_id}
              {...{ cycle, country }}
              plan={selected.plan}
              subscription={running}
              onDone={() => change(selected.plan)}
            />
          ) : (
            sells && (
              <BuyPanel
                plan={selected.plan}
                {...{ cycle, checkout }}
                knownCountry={subscribed.country}
                country={country ?? checkout.prices?.country ?? null}
                onCountry={setAsked}
                onPaid={buy}
              />
            )
          ))}
        <VoucherCodeForm />
        <LastInvoice />
      </div>
    </div>
  );
}

interface NamedPlan {
  key: PlanName;
  plan: Plan;
}

function ownOf(plan: Plan, cycle: Cycle, running: OwnSubscription | null) {
  if (running?.price_id === plan[cycle].price_id) return 'this';
  return running && cycles.some((one) => plan[one].price_id === running.price_id) ? 'other cycle' : undefined;
}

/**
 * Selected plan, stored in the URL. Default: none for a subscriber, because a preview calls Paddle; for others the
 * first plan that unlocks more than they have.
 */
function useSelection(plans: readonly NamedPlan[], running: OwnSubscription | null, reached: number) {
  const navigate = useNavigate();
  const [asked, choose] = useOptimisticValue<PlanSelection>(
    parsePlanSelection(useSearch({ strict: false })),
    (search) => navigate({ to: '.', search, replace: true, resetScroll: false }),
  );
  const cycle = asked.cycle ?? running?.cycle ?? 'yearly';
  const first = running ? undefined : plans.find(({ plan }) => plan.tier > reached);
  const selected = asked.plan ? plans.find(({ key }) => key === asked.plan) : first;
  const isOwn = selected?.plan[cycle].price_id === running?.price_id;
  return {
    cycle,
    selected: isOwn ? undefined : selected,
    choose: (choice: PlanSelection) => choose({ ...asked, ...choice }),
  };
}

/** Loads the public map of all courses. Null if it failed to load: plans are shown without it. */
function useCourseMap(): CourseMap | null | undefined {
  const { data: map, isError: hasNoMap } = useQuery(hexmapQuery('hexmap'));
  const { data: list, isError: hasNoList } = useQuery(trainingsQuery);
  const courseMap = useMemo(() => map && list && { map, courses: coursesOf(map, list.trainings) }, [map, list]);
  return hasNoMap || hasNoList ? (courseMap ?? null) : courseMap;
}

function useTierAccess({ reasons }: SubscriptionOverview, { account, is_superuser }: User) {
  const { free_tier: freeTier } = useFeatures();
  const subscribes = reasons.some(({ source, state }) => source === 'subscription' && state === 'current');
  const viewer = { tier: account.tier, isSuperuser: is_superuser, freeTier, reasons, subscribes };
  return { ...tierAccessOf(viewer), free: freeTier };
}

/** Tracks the last purchase or change and renders its notice. Buying is disabled while one is pending. */
function usePurchase(courseMap: CourseMap | null | undefined, reached: number) {
  const confirmation = usePurchaseConfirmation();
  const [bought, setBought] = useState<{ name: string; before: number }>();
  const opened =
    courseMap?.courses.filter((course) => course.tier > (bought?.before ?? reached) && course.tier <= reached) ?? [];
  const state = confirmation.isPending ? 'pending' : confirmation.data === false ? 'delayed' : 'active';
  const purchase = confirmation.variables;
  return {
    isWaiting: bought !== undefined && state !== 'active',
    buy: (paid: Purchase) => {
      setBought({ name: paid.name, before: reached });
      confirmation.mutate(paid);
    },
    change: ({ name }: Plan) => {
      confirmation.reset();
      setBought({ name, before: reached });
    },
    notice: bought && (
      <PurchaseNotice
        key={`${bought.name} ${state}`}
        name={bought.name}
        state={state}
        opened={opened.length}
        onCheckAgain={() => purchase && confirmation.mutate(purchase)}
      />
    ),
  };
}

interface HeadProps {
  plans: readonly NamedPlan[];
  cycle: Cycle;
  prices: Prices | undefined;
  onCycle: (cycle: Cycle) => void;
}

function PlansHeader({ plans, cycle, prices, onCycle }: HeadProps) {
  const free =
    prices &&
    freeMonths(
      plans.map(({ plan }) => plan),
      prices,
    );
  return (
    <div className={css.head}>
      <div>
        <h2 id="plans" className={css.title}>
          Plans
        </h2>
        <p className={css.note}>{prices ? noteOf(prices) : 'Loading the prices for your country …'}</p>
      </div>
      <fieldset className={css.cycles}>
        <VisuallyHidden as="legend">Pay</VisuallyHidden>
        {cycles.map((one) => (
          <label key={one} className={css.cycle}>
            <input type="radio" name="cycle" checked={one === cycle} onChange={() => onCycle(one)} />
            <span>
              {one === 'monthly' ? 'Monthly' : 'Yearly'}
              {one === 'yearly' && <FreeMonths count={free} />}
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}

/** Reserves its space while the count is unknown, so that the buttons do not move. */
const FreeMonths = ({ count }: { count: number | undefined }) => {
  if (count === undefined) {
    return (
      <small className={css.unknown} aria-hidden="true">
        {plural(2, 'month')} free
      </small>
    );
  }
  return count > 0 && <small> {plural(count, 'month')} free</small>;
};

const NoCheckout = ({ loadError: { isTrying, tryAgain } }: { loadError: NonNullable<Checkout['loadError']> }) => (
  <Callout
    kind="warning"
    role="alert"
    title="Could not load the checkout"
    action={
      <Button size="sm" icon="refresh" busy={isTrying} onClick={tryAgain}>
        Try again
      </Button>
    }
  >
    <p>
      Paddle’s script did not load, so you cannot buy a plan in this browser now. An ad or script blocker may have
      blocked it. Allow this site, or try another browser or network. The rest of this page works.
    </p>
  </Callout>
);
