import type { TierCode } from '@hexpedition/contract/tiers';
import { Link } from '@tanstack/react-router';
import { reaches } from '#lib/reach.ts';
import { useSession } from '#lib/session.ts';
import { tierName } from '#lib/words.ts';
import { Callout } from '#ui/callout.tsx';
import css from './lock-notice.module.css';
import { LogInLink } from './log-in-link.tsx';

/** Why something is locked, and the shortest way to it. Nothing where the tier reaches. */
export function TierNotice({ tier, what }: { tier: TierCode; what: 'training' | 'lesson' }) {
  const session = useSession();
  if (reaches(session?.user, tier)) return null;
  return (
    <Callout kind="warning" title={`This ${what} needs ${tierName(tier)}`} className={session ? css.sure : css.maybe}>
      {session ? (
        <p>
          Your tier does not include this training: you have {tierName(session.user.account.tier)}. Ask whoever runs
          this site for {tierName(tier)}; you need not log in again. Until then, <Link to="/map">the map</Link> shows
          what is open to you.
        </p>
      ) : (
        <p>
          The outline is here to read. If your account includes {tierName(tier)}, <LogInLink />; everything that is Free
          works without an account.
        </p>
      )}
    </Callout>
  );
}
