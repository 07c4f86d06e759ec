import type { Training } from '@hexpedition/contract';
import { highestPaidTier, type TierCode } from '@hexpedition/contract/tiers';
import { useQuery } from '@tanstack/react-query';
import { Link, useHydrated } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useReachesTier } from '#entities/account/tier-access.ts';
import type { Lock } from '#entities/progress/use-training-progress.ts';
import { useFeatures } from '#entities/site/use-features.ts';
import { LazyWhyLocked } from '#entities/training/lazy-why-locked.tsx';
import { accessQuery } from '#entities/training/training-queries.ts';
import { tierName } from '#lib/format.ts';
import { useNext } from '#lib/guards.ts';
import { useSession } from '#lib/session.ts';
import { Callout } from '#ui/callout.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import css from './lock-notice.module.css';

// Loaded only when something is locked.
const PlanOffer = lazy(() => import('#entities/plan/plan-offer.tsx'));

interface Props {
  training: Pick<Training, 'slug' | 'tier' | 'requires'>;
  lock: Lock;
  what: 'course' | 'lesson';
}

/** Explains why something is locked and how to unlock it. Renders nothing if it is open. */
export function LockNotice({ training, lock, what }: Props) {
  const hydrated = useHydrated();
  if (!lock) return null;
  return (
    <div className={css.lock}>
      {lock === 'tier' ? (
        <TierNotice tier={training.tier} />
      ) : (
        <PrerequisiteNotice training={training} what={what} isEnabled={hydrated} />
      )}
      <LazyWhyLocked training={training.slug} tier={training.tier} isTierShown={lock === 'tier'} />
    </div>
  );
}

function PrerequisiteNotice({ training, what, isEnabled }: Omit<Props, 'lock'> & { isEnabled: boolean }) {
  const signedIn = useSession() !== null;
  const { data } = useQuery({ ...accessQuery(training.slug), enabled: isEnabled });
  // The learner may have completed the prerequisites, so this stays hidden until that is known.
  const isKnown = signedIn && data !== undefined;
  return (
    <Callout kind="warning" title={`This ${what} is locked`} className={isKnown ? css.known : css.provisional}>
      <p>
        Complete{' '}
        {training.requires.map(({ slug, name }, index) => (
          <span key={slug}>
            {index > 0 && (index === training.requires.length - 1 ? ' and ' : ', ')}
            <Link to="/courses/$training" params={{ training: slug }}>
              {name}
            </Link>
          </span>
        ))}{' '}
        first. You can read the outline below.
      </p>
    </Callout>
  );
}

/** Explains which tier is required and how to get it. Renders nothing if the learner's tier includes it. */
function TierNotice({ tier }: { tier: TierCode }) {
  const session = useSession();
  const hasAccess = useReachesTier(tier);
  const { free_tier, paddle } = useFeatures();
  const hydrated = useHydrated();
  if (hasAccess) return null;
  return (
    <Callout
      kind="warning"
      title={
        session
          ? `Requires the ${tierName(tier)} tier. Yours is ${tierName(session.user.account.tier)}.`
          : `Requires the ${tierName(tier)} tier.`
      }
      className={session ? css.known : css.provisional}
    >
      {session ? (
        <Suspense fallback={<Skeleton lines={2} />}>
          <p>
            <PlanOffer tier={tier} end=". ">
              <Link to="/subscription/vouchers">Redeem a voucher</Link>, or ask the operator of this site for one.{' '}
            </PlanOffer>
            You don’t need to log in again. Until then, <Link to="/map">the map</Link> shows your open courses.
          </p>
        </Suspense>
      ) : (
        <>
          {paddle && tier <= highestPaidTier && (
            // Reserves the space. The server does not render the offer, because it would need the prices for every page.
            <p className={css.offer}>
              {hydrated && (
                <Suspense>
                  <PlanOffer tier={tier} />
                </Suspense>
              )}
            </p>
          )}
          <p>
            You can read the outline below. If your account includes this tier, <LogInLink />. Everything{' '}
            {free_tier === 0 ? 'that is Free' : `up to ${tierName(free_tier)}`} works without an account.
          </p>
        </>
      )}
    </Callout>
  );
}

/** Link to the log-in page that returns to this page afterwards. */
function LogInLink() {
  const next = useNext();
  return (
    <Link to="/login" search={{ next }}>
      log in
    </Link>
  );
}
