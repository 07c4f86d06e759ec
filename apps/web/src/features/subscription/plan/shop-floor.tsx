import type {
  Cycle,
  OwnSubscription,
  PaddleSubscription,
  Plan,
  PlanName,
  Subscribed,
  User,
} from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { trainingsQuery } from '#features/learn/queries.public.ts';
import { hexmapQuery } from '#features/map/queries.public.ts';
import { plural } from '#lib/format.ts';
import { useAhead } from '#lib/use-ahead.ts';
import { useFeatures } from '#shell/features.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { coursesOf, standingOf } from '../cards/coverage.ts';
import { type Chart, PlanCard } from '../cards/plan-card.tsx';
import { freeMonths, noteOf, type Prices } from '../cards/prices.ts';
import { ArrivalNotice } from '../checkout/arrival-notice.tsx';
import { type Purchase, useArrival } from '../checkout/use-arrival.ts';
import { type Shop, useShop } from '../checkout/use-shop.ts';
import { BuyPanel } from '../order/buy-panel.tsx';
import { UpgradePanel } from '../order/upgrade-panel.tsx';
import { type Choice, cycles, planNames, readChoice } from './choice.ts';
import css from './plan-page.module.css';
import { LastInvoice, VoucherBox } from './rail.tsx';
import { endText, strongestGift } from './reason-text.ts';

interface Props {
  offer: PaddleSubscription;
  subscribed: Subscribed;
  user: User;
  current: ReactNode;
  why: ReactNode;
}

/** The plans, and beside them the order: what is chosen, and what it costs. */
export function ShopFloor({ offer, subscribed, user, current, why }: Props) {
  const [asked, setAsked] = useState<string>();
  const country = asked ?? subscribed.country;
  const running = subscribed.subscription?.status === 'canceled' ? null : subscribed.subscription;
  const shop = useShop(offer, country, running?.currency);
  const chart = useChart();
  const gift = strongestGift(subscribed.reasons);
  const standing = useStanding(subscribed, user);
  const plans = planNames.flatMap((key) => {
    const plan = offer.products[key];
    return plan ? [{ key, plan }] : [];
  });
  const { chosen, cycle, choose } = useChoice(plans, running, standing.now);
  const { news, buy, change, isWaiting } = useNews(chart, standing.now);
  // On a phone the plan that was asked for stands first; it does not move when another one is chosen.
  const [first] = useState(chosen?.key);
  const sells = running !== null || !shop.fault;
  return (
    <div className={css.columns}>
      <div className={css.main}>
        {news}
        {current}
        <section aria-labelledby="plans" className={css.plans}>
          <PlansHead plans={plans} cycle={cycle} prices={shop.prices} onCycle={(next) => choose({ cycle: next })} />
          {shop.fault && <NoCheckout fault={shop.fault} />}
          <div className={css.cards}>
            {plans.map(({ key, plan }, index) => {
              const own = ownOf(plan, cycle, running);
              return (
                <PlanCard
                  key={key}
                  {...{ plan, cycle, chart, standing, own }}
                  prices={shop.prices}
                  below={Math.max(plans[index - 1]?.plan.tier ?? 0, standing.free)}
                  already={own || !gift || gift.tier < plan.tier ? '' : endText(gift, subscribed.country)}
                  isFirst={key === first}
                  isChosen={sells && chosen?.key === key}
                  onChoose={own === 'this' || isWaiting || !sells ? undefined : () => choose({ plan: key })}
                />
              );
            })}
          </div>
        </section>
      </div>
      <div className={css.why}>{why}</div>
      <div className={css.rail}>
        {chosen &&
          !isWaiting &&
          (running ? (
            <UpgradePanel
              key={chosen.plan[cycle].price_id}
              {...{ cycle, country }}
              plan={chosen.plan}
              subscription={running}
              onDone={() => change(chosen.plan)}
            />
          ) : (
            sells && (
              <BuyPanel
                plan={chosen.plan}
                {...{ cycle, shop }}
                known={subscribed.country}
                country={country ?? shop.prices?.country ?? null}
                onCountry={setAsked}
                onPaid={buy}
              />
            )
          ))}
        <VoucherBox />
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
 * What is chosen, which the address says. Without it: nothing for a subscriber, as a preview asks Paddle; for everybody
 * else the first plan that opens more than they have.
 */
function useChoice(plans: readonly NamedPlan[], running: OwnSubscription | null, reached: number) {
  const navigate = useNavigate();
  const [asked, choose] = useAhead<Choice>(readChoice(useSearch({ strict: false })), (search) =>
    navigate({ to: '.', search, replace: true, resetScroll: false }),
  );
  const cycle = asked.cycle ?? running?.cycle ?? 'yearly';
  const first = running ? undefined : plans.find(({ plan }) => plan.tier > reached);
  const chosen = asked.plan ? plans.find(({ key }) => key === asked.plan) : first;
  const isOwn = chosen?.plan[cycle].price_id === running?.price_id;
  return {
    cycle,
    chosen: isOwn ? undefined : chosen,
    choose: (choice: Choice) => choose({ ...asked, ...choice }),
  };
}

/** The chart of all courses, as everybody sees it. Null where it does not come: plans have names and prices without it. */
function useChart(): Chart | null | undefined {
  const { data: map, isError: hasNoMap } = useQuery(hexmapQuery('hexmap'));
  const { data: list, isError: hasNoList } = useQuery(trainingsQuery);
  const chart = useMemo(() => map && list && { map, courses: coursesOf(map, list.trainings) }, [map, list]);
  return hasNoMap || hasNoList ? (chart ?? null) : chart;
}

function useStanding({ reasons }: Subscribed, { account, is_superuser }: User) {
  const { free_tier: freeTier } = useFeatures();
  const subscribes = reasons.some(({ source, state }) => source === 'subscription' && state === 'current');
  const viewer = { tier: account.tier, isSuperuser: is_superuser, freeTier, reasons, subscribes };
  return { ...standingOf(viewer), free: freeTier };
}

/** What has just been bought or changed, which stands above everything. Meanwhile nothing can be bought twice. */
function useNews(chart: Chart | null | undefined, reached: number) {
  const arrival = useArrival();
  const [bought, setBought] = useState<{ name: string; before: number }>();
  const opened =
    chart?.courses.filter((course) => course.tier > (bought?.before ?? reached) && course.tier <= reached) ?? [];
  const state = arrival.isPending ? 'on its way' : arrival.data === false ? 'late' : 'here';
  const purchase = arrival.variables;
  return {
    isWaiting: bought !== undefined && state !== 'here',
    buy: (paid: Purchase) => {
      setBought({ name: paid.name, before: reached });
      arrival.mutate(paid);
    },
    change: ({ name }: Plan) => {
      arrival.reset();
      setBought({ name, before: reached });
    },
    news: bought && (
      <ArrivalNotice
        key={`${bought.name} ${state}`}
        name={bought.name}
        state={state}
        opened={opened.length}
        onLook={() => purchase && arrival.mutate(purchase)}
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

function PlansHead({ plans, cycle, prices, onCycle }: HeadProps) {
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
        <p className={css.note}>{prices ? noteOf(prices) : 'Paddle is asked for the prices where you are.'}</p>
      </div>
      <fieldset className={css.cycles}>
        <legend className={css.legend}>Pay</legend>
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

/** Its room is kept while the count is unknown: what is pressed must not move under the pointer. */
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

const NoCheckout = ({ fault: { isTrying, tryAgain } }: { fault: NonNullable<Shop['fault']> }) => (
  <Callout
    kind="warning"
    role="alert"
    title="The checkout could not be loaded"
    action={
      <Button size="sm" icon="refresh" busy={isTrying} onClick={tryAgain}>
        Try again
      </Button>
    }
  >
    <p>
      Paddle’s script did not come, so nothing can be bought in this browser now. A blocker of ads or scripts may keep
      it out: allow this site, or try another browser or network. Everything else on this page works.
    </p>
  </Callout>
);
