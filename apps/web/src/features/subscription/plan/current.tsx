import type { OwnSubscription, Subscribed } from '@hexpedition/contract';
import { formatDay, formatMoney } from '@hexpedition/contract/money';
import type { TierCode } from '@hexpedition/contract/tiers';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { tierName } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { HexStep } from '#ui/hex-step.tsx';
import { cardText } from '../card-text.public.ts';
import { useCancel, usePortal, useResume } from './changes.ts';
import css from './current.module.css';
import { endText, type Reason, strongestGift } from './reason-text.ts';

interface Props {
  subscribed: Subscribed;
  /** What the account reaches. */
  tier: TierCode;
}

/** What the account has at present, and what can be done about it. */
export function Current({ subscribed, tier }: Props) {
  const { subscription, country } = subscribed;
  const running = subscription?.status === 'canceled' ? null : subscription;
  const heading = useRef<HTMLHeadingElement>(null);
  const [done, setDone] = useState('');
  // The button that was pressed goes with what it has done, so that reading goes on at the heading.
  const say = (text: string) => {
    setDone(text);
    heading.current?.focus();
  };
  const gift = strongestGift(subscribed.reasons);
  const isWell = running ? running.status === 'active' || running.status === 'trialing' : gift !== undefined;
  return (
    <section className={css.current} aria-labelledby="current">
      <span aria-hidden="true">
        <HexStep state={isWell ? 'done' : 'open'} size={24} />
      </span>
      <div className={css.words}>
        <h2 id="current" className={css.title} ref={heading} tabIndex={-1}>
          {running ? `${running.name}, ${running.cycle}` : `${tierName(tier)}${gift ? '' : ', without a subscription'}`}
        </h2>
        <p>
          {running ? (
            <RunningText subscription={running} country={country} />
          ) : (
            <OtherText subscribed={subscribed} gift={gift} />
          )}
        </p>
        <FormStatus done={done} />
      </div>
      {running && <Actions subscription={running} country={country} onDone={say} />}
    </section>
  );
}

function OtherText({ subscribed, gift }: { subscribed: Subscribed; gift: Reason | undefined }): ReactNode {
  const { subscription, reasons, country } = subscribed;
  const ended = subscription && reasons.find(({ reference }) => reference === subscription.id)?.until;
  const hasEnded = subscription && `Your subscription ${subscription.name} has ended`;
  return [
    gift && `Yours ${endText(gift, country)}.`,
    hasEnded && `${hasEnded}${ended ? ` on ${formatDay(ended, country)}` : ''}.`,
    !gift && !subscription && 'A plan opens more of the map.',
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
  const resume = useResume(() => onDone(`${name} goes on.`));
  const portal = usePortal();
  const isRefused = status === 'past_due';
  return (
    <>
      <div className={css.actions}>
        {!isRefused && (
          <Button size="sm" variant="quiet" busy={portal.isPending} onClick={() => portal.mutate()}>
            Change card
          </Button>
        )}
        {ends_at !== null || status === 'paused' ? (
          <Button size="sm" busy={resume.isPending} onClick={() => resume.mutate()}>
            {status === 'paused' ? 'Take it up again' : 'Take the cancellation back'}
          </Button>
        ) : (
          <Cancel subscription={subscription} country={country} onDone={onDone} />
        )}
      </div>
      {isRefused && (
        <Callout
          kind="danger"
          className={css.below ?? ''}
          title="Your card was refused"
          action={
            <Button variant="primary" busy={portal.isPending} onClick={() => portal.mutate()}>
              Change card
            </Button>
          }
        >
          <p>{refusedText(subscription, country)}</p>
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

const refusedText = ({ grace_until }: OwnSubscription, country: string | null): string =>
  grace_until
    ? `Everything stays open until ${formatDay(grace_until, country)}. Give another card before that: Paddle tries it at once, and nothing is interrupted.`
    : 'Give another card: Paddle tries it at once, and what the plan opens is open again.';

function RunningText({ subscription, country }: RunningProps): ReactNode {
  const { status, renews_at, ends_at, card } = subscription;
  const paidBy = card && ` · ${cardText(card)}`;
  if (status === 'paused') return 'Paused: it opens nothing at present, and nothing is taken from your card.';
  if (status === 'past_due') return `The last ${sumText(subscription, country)} could not be taken.`;
  if (ends_at) return `Ends on ${formatDay(ends_at, country)}. Everything stays open until then.`;
  if (!renews_at) return paidBy ? cardText(card) : 'Paid.';
  return (
    <>
      Renews on <b>{formatDay(renews_at, country)}</b> for <b>{sumText(subscription, country)}</b>
      {paidBy}
    </>
  );
}

function sumText({ total, amount, currency }: OwnSubscription, country: string | null): string {
  return total === null ? `${formatMoney(amount, currency, country)} and tax` : formatMoney(total, currency, country);
}

function Cancel({ subscription, country, onDone }: ActionsProps) {
  const [isAsked, setIsAsked] = useState(false);
  const { status, period_ends_at, name } = subscription;
  const until = status === 'past_due' || !period_ends_at ? null : formatDay(period_ends_at, country);
  const cancel = useCancel(() => {
    flushSync(() => setIsAsked(false));
    onDone(until ? `Cancelled. ${name} stays until ${until}.` : 'The subscription has ended.');
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
        title={until ? 'Cancel the renewal?' : 'Cancel the subscription?'}
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
              Everything that {name} opens stays open until <b>{until}</b>. Then the subscription ends, and nothing more
              is taken from your card.
            </p>
            <p>You can take this back until then. Your progress, notes and flags stay yours in any case.</p>
          </>
        ) : (
          <p>
            Your last payment failed, so the subscription ends at once, and what {name} opens is shut. Nothing more is
            taken from your card. Your progress, notes and flags stay yours.
          </p>
        )}
      </Dialog>
    </>
  );
}
