import type { OwnSubscription, SubscriptionOverview } from '@hexpedition/contract';
import { formatDay, formatMoney } from '@hexpedition/contract/money';
import type { TierCode } from '@hexpedition/contract/tiers';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cardText } from '#entities/plan/card-text.ts';
import { subscriptionTitle } from '#entities/plan/subscription-title.ts';
import { tierName } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { HexStep } from '#ui/hex-step.tsx';
import { useCancelSubscription, usePaymentPortal, useResumeSubscription } from '../order/subscription-mutations.ts';
import css from './current-plan.module.css';
import { endText, type Reason, strongestOtherReason } from './reason-text.ts';

interface Props {
  subscribed: SubscriptionOverview;
  /** The account's tier. */
  tier: TierCode;
}

/** The account's current plan, and the actions for it. */
export function CurrentPlan({ subscribed, tier }: Props) {
  const { subscription, country } = subscribed;
  const running = subscription?.status === 'canceled' ? null : subscription;
  const heading = useRef<HTMLHeadingElement>(null);
  const [done, setDone] = useState('');
  // The pressed button is removed by its own action, so the focus moves to the heading.
  const finish = (text: string) => {
    setDone(text);
    heading.current?.focus();
  };
  const otherReason = strongestOtherReason(subscribed.reasons);
  const isActive = running ? running.status === 'active' || running.status === 'trialing' : otherReason !== undefined;
  return (
    <section className={css.current} aria-labelledby="current">
      <span aria-hidden="true">
        <HexStep state={isActive ? 'done' : 'open'} size={24} />
      </span>
      <div className={css.words}>
        <h2 id="current" className={css.title} ref={heading} tabIndex={-1}>
          {running ? subscriptionTitle(running) : `${tierName(tier)}${otherReason ? '' : ', no subscription'}`}
        </h2>
        <p>
          {running ? (
            <SubscriptionStatusText subscription={running} country={country} />
          ) : (
            <OtherText subscribed={subscribed} otherReason={otherReason} />
          )}
        </p>
        <FormStatus done={done} />
      </div>
      {running && <Actions subscription={running} country={country} onDone={finish} />}
    </section>
  );
}

function OtherText({
  subscribed,
  otherReason,
}: {
  subscribed: SubscriptionOverview;
  otherReason: Reason | undefined;
}): ReactNode {
  const { subscription, reasons, country } = subscribed;
  const ended = subscription && reasons.find(({ reference }) => reference === subscription.id)?.until;
  const hasEnded = subscription && `Your ${subscription.name} subscription ended`;
  return [
    otherReason && `Active ${endText(otherReason, country)}.`,
    hasEnded && `${hasEnded}${ended ? ` on ${formatDay(ended, country)}` : ''}.`,
    !otherReason && !subscription && 'Get a plan to unlock more of the map.',
  ]
    .filter(Boolean)
    .join(' ');
}

interface RunningProps {
  subscription: OwnSubscription;
  country: string | null;
}

interface ActionsProps extends RunningProps {
  onDone: (text: string) => void;
}

function Actions({ subscription, country, onDone }: ActionsProps) {
  const { status, ends_at, name } = subscription;
  const resume = useResumeSubscription(() => onDone(`${name} will renew.`));
  const portal = usePaymentPortal();
  const isDeclined = status === 'past_due';
  return (
    <>
      <div className={css.actions}>
        {!isDeclined && (
          <Button size="sm" variant="quiet" busy={portal.isPending} onClick={() => portal.mutate()}>
            Change card
          </Button>
        )}
        {ends_at !== null || status === 'paused' ? (
          <Button size="sm" busy={resume.isPending} onClick={() => resume.mutate()}>
            {status === 'paused' ? resumeLabel(subscription, country) : 'Undo cancellation'}
          </Button>
        ) : (
          <Cancel subscription={subscription} country={country} onDone={onDone} />
        )}
      </div>
      {isDeclined && (
        <Callout
          kind="danger"
          className={css.below ?? ''}
          title="Your card was declined"
          action={
            <Button variant="primary" busy={portal.isPending} onClick={() => portal.mutate()}>
              Change card
            </Button>
          }
        >
          <p>{declinedText(subscription, country)}</p>
        </Callout>
      )}
      {(resume.error ?? portal.error) && (
        <Callout
          kind="danger"
          role="alert"
          className={css.below ?? ''}
          title={problemText(resume.error ?? portal.error)}
        />
      )}
    </>
  );
}

/** Names the charge. Without a known total, tax can be added to it. */
const resumeLabel = (subscription: OwnSubscription, country: string | null): string =>
  subscription.resume_charge === 'now' ? `Resume for ${sumText(subscription, country)}` : 'Resume subscription';

const declinedText = ({ grace_until }: OwnSubscription, country: string | null): string =>
  grace_until
    ? `Your plan stays active until ${formatDay(grace_until, country)}. Change your card before then; Paddle charges it immediately.`
    : 'Change your card. Paddle charges it immediately, and your plan is active again.';

function SubscriptionStatusText({ subscription, country }: RunningProps): ReactNode {
  const { status, renews_at, ends_at, card } = subscription;
  const paidBy = card && ` · ${cardText(card)}`;
  if (status === 'paused') return pausedText(subscription, country);
  if (status === 'past_due') return `The last payment of ${sumText(subscription, country)} failed.`;
  if (ends_at) return `Ends on ${formatDay(ends_at, country)}. Your plan stays active until then.`;
  if (!renews_at) return paidBy ? cardText(card) : 'Paid.';
  return (
    <>
      {status === 'trialing' ? 'Free trial until' : 'Renews on'} <b>{formatDay(renews_at, country)}</b>
      {status === 'trialing' ? ', then' : ' for'} <b>{sumText(subscription, country)}</b>
      {discountText(subscription, country)}
      {paidBy}
    </>
  );
}

/** Says what Paddle charges when the subscription resumes. */
function pausedText(subscription: OwnSubscription, country: string | null): string {
  const { resume_charge, period_ends_at } = subscription;
  const sum = sumText(subscription, country);
  const charge =
    resume_charge === 'at_period_end' && period_ends_at
      ? `Resume before ${formatDay(period_ends_at, country)} to use the rest of your paid period. You are charged ${sum} on that day.`
      : `If you resume, you are charged ${sum} at once, and a new period starts.`;
  return `Paused. Its courses are locked, and your card is not charged. ${charge}`;
}

function discountText({ discount, total }: OwnSubscription, country: string | null): string {
  if (!discount) return '';
  const until = discount.ends_at ? ` until ${formatDay(discount.ends_at, country)}` : '';
  return total === null ? `, before your discount${until}` : `, with your discount${until}`;
}

function sumText({ total, amount, currency }: OwnSubscription, country: string | null): string {
  return total === null ? `${formatMoney(amount, currency, country)} plus tax` : formatMoney(total, currency, country);
}

function Cancel({ subscription, country, onDone }: ActionsProps) {
  const [isAsked, setIsAsked] = useState(false);
  const { status, period_ends_at, name } = subscription;
  const until = status === 'past_due' || !period_ends_at ? null : formatDay(period_ends_at, country);
  const cancel = useCancelSubscription(() => {
    flushSync(() => setIsAsked(false));
    onDone(until ? `Canceled. ${name} stays active until ${until}.` : 'Your subscription has ended.');
  });
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        onClick={() => {
          cancel.reset();
          setIsAsked(true);
        }}
      >
        {until ? 'Cancel renewal' : 'Cancel subscription'}
      </Button>
      <Dialog
        open={isAsked}
        title={until ? 'Cancel renewal?' : 'Cancel subscription?'}
        onClose={() => setIsAsked(false)}
        footer={
          <>
            <Button variant="quiet" onClick={() => setIsAsked(false)}>
              Keep {name}
            </Button>
            <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
              {until ? 'Cancel renewal' : 'Cancel subscription'}
            </Button>
          </>
        }
      >
        {cancel.error && <Callout kind="danger" role="alert" title={problemText(cancel.error)} />}
        {until ? (
          <>
            <p>
              {name} stays active until <b>{until}</b>. Then the subscription ends and your card is no longer charged.
            </p>
            <p>You can undo this until then. You keep your progress, notes and flags.</p>
          </>
        ) : (
          <p>
            {status === 'past_due' && 'Your last payment failed. '}The subscription ends immediately, and the courses of{' '}
            {name} are locked. Your card is no longer charged. You keep your progress, notes and flags.
          </p>
        )}
      </Dialog>
    </>
  );
}
