import type { Cycle, OwnSubscription, Plan, UpgradePreview } from '@hexpedition/contract';
import { formatDay, formatMoney } from '@hexpedition/contract/money';
import type { ReactNode } from 'react';
import { cardText } from '#entities/plan/card-text.ts';
import { isApiError } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { periodOf } from '../plan/plan-selection.ts';
import { FinePrint, OrderLines, OrderPanel, PaymentBar } from './order-panel.tsx';
import { usePaymentPortal, useUpgrade, useUpgradePreview } from './subscription-mutations.ts';
import { useIsSlow } from './use-is-slow.ts';

interface Props {
  plan: Plan;
  cycle: Cycle;
  subscription: OwnSubscription;
  country: string | null;
  onDone: () => void;
}

/** Order form of a plan change: what it costs now and later. Nothing changes before the user confirms. */
export function UpgradePanel({ plan, cycle, subscription, country, onDone }: Props) {
  const { data: preview, error, isFetching, refetch } = useUpgradePreview(subscription, plan[cycle].price_id);
  const isSlow = useIsSlow(isFetching);
  const verb = verbOf(plan, subscription);
  return (
    <OrderPanel label={`${verb} preview`} title={`${plan.name}, ${cycle}`}>
      {preview && !error ? (
        <Preview {...{ plan, cycle, subscription, country, onDone, preview, verb }} />
      ) : isFetching ? (
        <>
          <Skeleton lines={4} />
          <p role="status">{isSlow && <FinePrint>Paddle takes longer than usual. Please wait.</FinePrint>}</p>
        </>
      ) : (
        <Callout
          kind={isApiError(error, 'conflict') ? 'note' : 'danger'}
          role="alert"
          title={problemText(error)}
          action={
            <Button size="sm" icon="refresh" onClick={() => refetch()}>
              Try again
            </Button>
          }
        />
      )}
    </OrderPanel>
  );
}

type Verb = 'Upgrade' | 'Downgrade' | 'Change';

function verbOf(plan: Plan, { tier }: OwnSubscription): Verb {
  if (plan.tier === tier) return 'Change';
  return plan.tier > tier ? 'Upgrade' : 'Downgrade';
}

function Preview({
  cycle,
  subscription,
  country,
  onDone,
  preview,
  verb,
}: Props & { preview: UpgradePreview; verb: Verb }) {
  const upgrade = useUpgrade(onDone);
  const money = (minor: number) => formatMoney(minor, preview.currency, country);
  const { total } = preview;
  return (
    <>
      <OrderLines
        lines={preview.lines.map((line) => ({
          text: line.text,
          detail: daysText(line, country),
          sum: money(line.total),
        }))}
      />
      {upgrade.error && <Rejection error={upgrade.error} />}
      <PaymentBar
        sum={money(total)}
        note={taxText(preview, money)}
        later={`Then ${money(preview.recurring)} per ${periodOf(cycle)}.`}
        button={
          <Button variant="primary" wide busy={upgrade.isPending} onClick={() => upgrade.mutate(preview)}>
            {total > 0 ? `${verb} for ${money(total)}` : `${verb} now`}
          </Button>
        }
      />
      <FinePrint>{laterText(preview, { cycle, subscription, country })}</FinePrint>
    </>
  );
}

function taxText({ total, tax }: UpgradePreview, money: (minor: number) => string): string {
  if (tax > 0) return `Includes ${money(tax)} tax.`;
  return total > 0 ? 'No tax.' : 'You are not charged.';
}

/** Describes the billed days: `62 days, to 23 January 2027`. Credited lines have only the number of days. */
function daysText({ from, until, total }: UpgradePreview['lines'][number], country: string | null): string {
  const days = plural(Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000), 'day');
  return total < 0 ? `${days}, already paid` : `${days}, to ${formatDay(until, country)}`;
}

function laterText(
  { credit, recurring, renews_at, currency }: UpgradePreview,
  { cycle, subscription, country }: Pick<Props, 'cycle' | 'subscription' | 'country'>,
): ReactNode {
  const money = (minor: number) => formatMoney(minor, currency, country);
  const from = renews_at ? ` from ${formatDay(renews_at, country)}` : '';
  return (
    <>
      Then {money(recurring)} per {periodOf(cycle)}
      {from}. {credit > 0 && `${money(credit)} remain as credit for your next renewals. `}
      {subscription.card && `Paid with ${cardText(subscription.card)}. `}Cancel anytime.
    </>
  );
}

/** Explains why a change failed. If the total changed, the panel already shows the new one. */
function Rejection({ error }: { error: unknown }) {
  const portal = usePaymentPortal();
  const isDeclined = isApiError(error, 'payment_declined');
  return (
    <Callout
      kind={isApiError(error, 'conflict') ? 'warning' : 'danger'}
      role="alert"
      title={problemText(error)}
      action={
        isDeclined && (
          <Button size="sm" busy={portal.isPending} onClick={() => portal.mutate()}>
            Change card
          </Button>
        )
      }
    >
      {portal.error && <p>{problemText(portal.error)}</p>}
    </Callout>
  );
}
