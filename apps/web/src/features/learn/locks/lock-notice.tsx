import type { Training } from '@hexpedition/contract';
import { highestSold, type TierCode } from '@hexpedition/contract/tiers';
import { useQuery } from '@tanstack/react-query';
import { Link, useHydrated } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { tierName } from '#lib/format.ts';
import { useNext } from '#lib/guards.ts';
import { useSession } from '#lib/session.ts';
import { useFeatures } from '#shell/features.ts';
import { useReaches } from '#shell/reach.ts';
import { Callout } from '#ui/callout.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Lock } from '../progress/use-training-progress.ts';
import { accessQuery } from '../queries.public.ts';
import { LazyWhyLocked } from './lazy-why-locked.public.tsx';
import css from './lock-notice.module.css';

// What is sold is asked for when something is locked.
const PlanOffer = lazy(() => import('#features/subscription/plan-offer.public.tsx'));

interface Props {
  training: Pick<Training, 'slug' | 'tier' | 'requires'>;
  lock: Lock;
  what: 'course' | 'lesson';
}

/** Says why something is locked, and the way in. It shows nothing where it is open. */
export function LockNotice({ training, lock, what }: Props) {
  const hydrated = useHydrated();
  if (!lock) return null;
  return (
    <div className={css.lock}>
      {lock === 'tier' ? (
        <TierNotice tier={training.tier} />
      ) : (
        <StepsNotice training={training} what={what} asks={hydrated} />
      )}
      <LazyWhyLocked training={training.slug} tier={training.tier} tierSaid={lock === 'tier'} />
    </div>
  );
}

function StepsNotice({ training, what, asks }: Omit<Props, 'lock'> & { asks: boolean }) {
  const signedIn = useSession() !== null;
  const { data } = useQuery({ ...accessQuery(training.slug), enabled: asks });
  // A learner may well have finished them, so this says nothing until that is known.
  const isSure = signedIn && data !== undefined;
  return (
    <Callout kind="warning" title={`This ${what} opens later`} className={isSure ? css.sure : css.maybe}>
      <p>
        It builds on{' '}
        {training.requires.map(({ slug, name }, index) => (
          <span key={slug}>
            {index > 0 && (index === training.requires.length - 1 ? ' and ' : ', ')}
            <Link to="/courses/$training" params={{ training: slug }}>
              {name}
            </Link>
          </span>
        ))}
        . The outline is here to read.
      </p>
    </Callout>
  );
}

/** Says why something is locked, and the shortest way to it. It shows nothing where the tier reaches. */
function TierNotice({ tier }: { tier: TierCode }) {
  const session = useSession();
  const isReached = useReaches(tier);
  const { free_tier, paddle } = useFeatures();
  const hydrated = useHydrated();
  if (isReached) return null;
  return (
    <Callout
      kind="warning"
      title={
        session
          ? `Requires the ${tierName(tier)} tier. Yours is ${tierName(session.user.account.tier)}.`
          : `Requires the ${tierName(tier)} tier.`
      }
      className={session ? css.sure : css.maybe}
    >
      {session ? (
        <Suspense fallback={<Skeleton lines={2} />}>
          <p>
            <PlanOffer tier={tier} end="; ">
              <Link to="/subscription/vouchers">Redeem a voucher</Link>, or ask whoever runs this site for it;{' '}
            </PlanOffer>
            you need not log in again. Until then, <Link to="/map">the map</Link> shows what is open to you.
          </p>
        </Suspense>
      ) : (
        <>
          {paddle && tier <= highestSold && (
            // Its place is kept: the server does not draw it, because it would have to ask what is sold for every page.
            <p className={css.offer}>
              {hydrated && (
                <Suspense>
                  <PlanOffer tier={tier} />
                </Suspense>
              )}
            </p>
          )}
          <p>
            The outline is here to read. If your account includes it, <LogInLink />; everything{' '}
            {free_tier === 0 ? 'that is Free' : `up to ${tierName(free_tier)}`} works without an account.
          </p>
        </>
      )}
    </Callout>
  );
}

/** To the log-in page, and afterwards back here. */
function LogInLink() {
  const next = useNext();
  return (
    <Link to="/login" search={{ next }}>
      log in
    </Link>
  );
}
