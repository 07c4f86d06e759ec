import type { TrainingAccess } from '@hexpedition/contract';
import type { TierCode } from '@hexpedition/contract/tiers';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import PlanOffer from '#features/subscription/plan-offer.public.tsx';
import { duration, plural, tierName } from '#lib/format.ts';
import { useNext } from '#lib/guards.ts';
import { useSession } from '#lib/session.ts';
import { useReachesTier } from '#shell/tier-access.ts';
import { HexStep } from '#ui/hex-step.tsx';
import { Icon } from '#ui/icon.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { accessQuery } from '../queries.public.ts';
import css from './why-locked.module.css';

interface Props {
  training?: string | undefined;
  tier: TierCode;
  /** On the map's card there is little room. */
  size?: 'md' | 'sm';
  /** What the tier takes stands above: where it is all, nothing is left to say. */
  tierSaid?: boolean;
}

export default function WhyLocked({ training, tier, size = 'md', tierSaid = false }: Props) {
  return training ? <WayIn training={training} size={size} tierSaid={tierSaid} /> : <TierAlone tier={tier} />;
}

/** Says how to get the tier of something that has no steps, or no room for them. */
function TierAlone({ tier }: { tier: TierCode }) {
  const signedIn = useSession() !== null;
  if (useReachesTier(tier)) return null;
  return (
    <p className={css.tier}>
      <PlanOffer tier={tier}>
        {signedIn && (
          <>
            <Link to="/subscription/vouchers">Redeem a voucher</Link>, or ask whoever runs this site.
          </>
        )}
      </PlanOffer>
    </p>
  );
}

/**
 * Each step with how far one is in it, and the shortest way, as links. On the map's card it says the reason too; a page
 * has said it above (`LockNotice`).
 */
function WayIn({ training, size, tierSaid }: { training: string; size: 'md' | 'sm'; tierSaid: boolean }) {
  const heading = useId();
  const { data: access } = useQuery(accessQuery(training));
  if (!access?.locked) return null;
  if (tierSaid && access.way.every(({ training }) => !training)) return null;
  const missing = access.steps.filter(({ done }) => !done);
  return (
    <section className={css.why} data-size={size} aria-labelledby={heading}>
      <h2 id={heading} className={css.title}>
        {size === 'sm' ? 'Why is this locked?' : 'How to open it'}
      </h2>
      {size === 'sm' && access.reason === 'tier' && (
        <p className={css.text}>
          Requires the {tierName(access.tier.needs)} tier. Yours is {tierName(access.tier.have)}.
        </p>
      )}
      {size === 'md' && access.steps.length > 0 && <Steps steps={access.steps} />}
      {size === 'sm' && access.reason === 'steps' && (
        <p className={css.text}>It opens after {missing.map(({ name }) => name).join(', ')}.</p>
      )}
      {access.way.length > 0 && (
        <>
          {size === 'sm' && (
            <h3 className={css.label}>{access.way.length === 1 ? 'The way in' : 'The shortest way in'}</h3>
          )}
          <ol className={css.way}>
            {access.way.map((stop) => (
              <li key={`${stop.kind}-${stop.training?.slug ?? ''}`}>
                <Stop stop={stop} />
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function Steps({ steps }: Pick<TrainingAccess, 'steps'>) {
  return (
    <ul className={css.steps}>
      {steps.map(({ slug, name, completed, total, done }) => (
        <li key={slug} className={css.step}>
          <HexStep state={done ? 'done' : 'open'} size={20} />
          <Link to="/courses/$training" params={{ training: slug }}>
            {name}
          </Link>
          <span className={css.count}>{done ? 'done' : `${completed} of ${plural(total, 'lesson')}`}</span>
          {!done && completed > 0 && <ProgressBar value={completed} max={total} label={`Progress in ${name}`} />}
        </li>
      ))}
    </ul>
  );
}

function Stop({ stop: { kind, training, tier, left = 0, minutes = 0 } }: { stop: TrainingAccess['way'][number] }) {
  const next = useNext();
  switch (kind) {
    case 'log_in':
      return (
        <>
          <Link to="/login" search={{ next }}>
            Log in
          </Link>{' '}
          or create an account; your progress is kept there.
        </>
      );
    case 'tier':
      return (
        <PlanOffer tier={tier ?? 0} says="get">
          Get {tierName(tier ?? 0)}: <Link to="/subscription/vouchers">redeem a voucher</Link>, or ask whoever runs this
          site.
        </PlanOffer>
      );
    case 'finish':
      return (
        <>
          Finish{' '}
          <Link to="/courses/$training" params={{ training: training?.slug ?? '' }}>
            {training?.name}
          </Link>{' '}
          <span className={css.count}>
            {plural(left, 'lesson')} left, {duration(minutes)}
          </span>
        </>
      );
    case 'test_out':
      return (
        <>
          <Link to="/courses/$training/test-out" params={{ training: training?.slug ?? '' }}>
            Take the test of {training?.name}
          </Link>{' '}
          <span className={css.count}>
            <Icon name="clock" size={12} /> {plural(left, 'question')}
          </span>
        </>
      );
  }
}
