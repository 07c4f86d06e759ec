import { useEffect } from 'react';
import { endView, useSession } from '#lib/session.ts';
import { useSecondsLeft } from '#lib/use-seconds-left.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import css from './view-ribbon.module.css';

/** Says on every page as whom a superuser looks, and leads back. */
export default function ViewRibbon() {
  const session = useSession();
  const left = useSecondsLeft(session?.viewUntil ? Date.parse(session.viewUntil) : null);
  const isOver = left === 0;
  // Leaving a page is outside React.
  useEffect(() => {
    if (isOver) endView();
  }, [isOver]);
  if (!session) return null;
  return (
    <aside className={css.ribbon} aria-label="View">
      <Icon name="eye" size={18} />
      <p>
        You see what <strong>{session.user.username}</strong> sees, for {Math.ceil(left / 60)} more min. Nothing can be
        changed.
      </p>
      <Button size="sm" onClick={endView}>
        End
      </Button>
    </aside>
  );
}
