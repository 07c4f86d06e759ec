import { useEffect } from 'react';
import { endImpersonation, useSession } from '#lib/session.ts';
import { useSecondsLeft } from '#lib/use-seconds-left.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import css from './impersonation-banner.module.css';

/** Shown on every page while a superuser impersonates a user, with a button to stop. */
export default function ImpersonationBanner() {
  const session = useSession();
  const left = useSecondsLeft(session?.impersonatedUntil ? Date.parse(session.impersonatedUntil) : null);
  const hasEnded = left === 0;
  useEffect(() => {
    if (hasEnded) endImpersonation();
  }, [hasEnded]);
  if (!session) return null;
  return (
    <aside className={css.banner} aria-label="View as">
      <Icon name="eye" size={18} />
      <p>
        Viewing as <strong>{session.user.username}</strong> for {Math.ceil(left / 60)} more min. You cannot change
        anything.
      </p>
      <Button size="sm" onClick={endImpersonation}>
        Stop viewing
      </Button>
    </aside>
  );
}
