import type { Training } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useHydrated } from '@tanstack/react-router';
import { useSession } from '#lib/session.ts';
import { Callout } from '#ui/callout.tsx';
import type { Lock } from '../progress/use-training-progress.ts';
import { accessQuery } from '../queries.public.ts';
import { LazyWhyLocked } from './lazy-why-locked.public.tsx';
import css from './lock-notice.module.css';
import { TierNotice } from './tier-notice.tsx';

interface Props {
  training: Pick<Training, 'slug' | 'tier' | 'requires'>;
  lock: Lock;
  what: 'training' | 'lesson';
}

/** Why something is locked, and the way in. Nothing where it is open. */
export function LockNotice({ training, lock, what }: Props) {
  const hydrated = useHydrated();
  if (!lock) return null;
  return (
    <div className={css.lock}>
      {lock === 'tier' ? (
        <TierNotice tier={training.tier} what={what} />
      ) : (
        <StepsNotice training={training} what={what} asks={hydrated} />
      )}
      <LazyWhyLocked training={training.slug} />
    </div>
  );
}

function StepsNotice({ training, what, asks }: Omit<Props, 'lock'> & { asks: boolean }) {
  const signedIn = useSession() !== null;
  const { data } = useQuery({ ...accessQuery(training.slug), enabled: asks });
  // A learner may well have finished them: not a word until that is known.
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
