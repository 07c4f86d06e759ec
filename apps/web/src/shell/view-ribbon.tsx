import { useEffect } from 'react';
import { endImpersonation, useSession } from '#lib/session.ts';
import { useSecondsLeft } from '#lib/use-seconds-left.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import css from './view-ribbon.module.css';

/** Says on every page as whom a superuser looks, and leads back. */
export default function ViewRibbon() {
  const session = useSession();
  const left = useSecondsLeft(session?.impersonatedUntil ? Date.parse(session.impersonatedUntil) : null);
  const isOver = left === 0;
  // Leaving a page is outside React.
  useEffect(() => {
    if (isOver) endImpersonation();
  }, [isOver]);
  if (!session) return null;
  return (
    <aside className={css.ribbon} aria-label="View">
      <Icon name="eye" size={18} />
      <p>
        You see what <strong>{session.user.username}</strong> sees, for {Math.ceil(left / 60)} more min. Nothing can be
        changed.
      </p>
      <Button size="sm" onClick={endImpersonation}>
        End
      </Button>
    </aside>
  );
}
