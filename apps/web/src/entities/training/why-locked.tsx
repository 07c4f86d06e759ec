import type { TrainingAccess } from '@hexpedition/contract';
import type { TierCode } from '@hexpedition/contract/tiers';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useReachesTier } from '#entities/account/tier-access.ts';
import PlanOffer from '#entities/plan/plan-offer.tsx';
import { useFeatures } from '#entities/site/use-features.ts';
import { duration, plural, tierName } from '#lib/format.ts';
import { useNext } from '#lib/guards.ts';
import { useSession } from '#lib/session.ts';
import { HexStep } from '#ui/hex-step.tsx';
import { Icon } from '#ui/icon.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { accessQuery } from './training-queries.ts';
import css from './why-locked.module.css';

interface Props {
  training?: string | undefined;
  tier: TierCode;
  /** `sm` for the map card, which has little space. */
  size?: 'md' | 'sm';
  /** Whether a notice above already explains the tier. If the tier is the only requirement, nothing is rendered. */
  isTierShown?: boolean;
}

export default function WhyLocked({ training, tier, size = 'md', isTierShown = false }: Props) {
  return training ? (
    <UnlockPath training={training} size={size} isTierShown={isTierShown} />
  ) : (
    <TierOffer tier={tier} />
  );
}

/** Explains how to get the tier of something without prerequisites, or without space for them. */
function TierOffer({ tier }: { tier: TierCode }) {
  const signedIn = useSession() !== null;
  if (useReachesTier(tier)) return null;
  return (
    <p className={css.tier}>
      <PlanOffer tier={tier}>
        {signedIn && (
          <>
            <Link to="/subscription/vouchers">Redeem a voucher</Link>, or ask the operator of this site.
          </>
        )}
      </PlanOffer>
    </p>
  );
}

/**
 * Lists the prerequisites with their progress, and the shortest unlock path. The map card also shows the reason; on a
 * page, `LockNotice` shows it.
 */
function UnlockPath({ training, size, isTierShown }: { training: string; size: 'md' | 'sm'; isTierShown: boolean }) {
  const heading = useId();
  const { data: access } = useQuery(accessQuery(training));
  if (!access?.locked) return null;
  if (isTierShown && access.unlock_path.every(({ training }) => !training)) return null;
  const missing = access.prerequisites.filter(({ done }) => !done);
  return (
    <section className={css.reason} data-size={size} aria-labelledby={heading}>
      <h2 id={heading} className={css.title}>
        {size === 'sm' ? 'Why is this locked?' : 'How to unlock it'}
      </h2>
      {size === 'sm' && access.reason === 'tier' && (
        <p className={css.text}>
          Requires the {tierName(access.tier.needs)} tier. Yours is {tierName(access.tier.have)}.
        </p>
      )}
      {size === 'md' && access.prerequisites.length > 0 && <PrerequisiteList prerequisites={access.prerequisites} />}
      {size === 'sm' && access.reason === 'prerequisites' && (
        <p className={css.text}>Complete {missing.map(({ name }) => name).join(', ')} first.</p>
      )}
      {access.unlock_path.length > 0 && (
        <>
          {size === 'sm' && (
            <h3 className={css.label}>{access.unlock_path.length === 1 ? 'To unlock it' : 'Steps to unlock it'}</h3>
          )}
          <ol className={css.path}>
            {access.unlock_path.map((step) => (
              <li key={`${step.kind}-${step.training?.slug ?? ''}`}>
                <UnlockStep step={step} />
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function PrerequisiteList({ prerequisites }: Pick<TrainingAccess, 'prerequisites'>) {
  return (
    <ul className={css.steps}>
      {prerequisites.map(({ slug, name, completed, total, done }) => (
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

function UnlockStep({
  step: { kind, training, tier, left = 0, minutes = 0 },
}: {
  step: TrainingAccess['unlock_path'][number];
}) {
  const { register } = useFeatures();
  const next = useNext();
  switch (kind) {
    case 'log_in':
      return (
        <>
          <Link to="/login" search={{ next }}>
            Log in
          </Link>{' '}
          {register && 'or create an account '}to save your progress.
        </>
      );
    case 'tier':
      return (
        <PlanOffer tier={tier ?? 0} says="get">
          Get {tierName(tier ?? 0)}: <Link to="/subscription/vouchers">redeem a voucher</Link>, or ask the operator of
          this site.
        </PlanOffer>
      );
    case 'finish':
      return (
        <>
          Complete{' '}
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
            Take the test for {training?.name}
          </Link>{' '}
          <span className={css.count}>
            <Icon name="clock" size={12} /> {plural(left, 'question')}
          </span>
        </>
      );
  }
}
