import { Link, useLocation } from '@tanstack/react-router';
import css from './sign-in-prompt.module.css';

/** Says where what a visitor does is kept, and how to keep it for good. */
export function KeptHere() {
  const next = useLocation({ select: (location) => location.pathname });
  return (
    <p className={css.kept}>
      Kept in this browser.{' '}
      <Link to="/signup" search={{ next }}>
        Create an account
      </Link>{' '}
      to keep it everywhere.
    </p>
  );
}
