import { Link } from '@tanstack/react-router';
import { useNext } from '#lib/guards.ts';

interface Props {
  /** Whether something is already saved in this browser. */
  done: boolean;
  className: string | undefined;
}

/** Tells an anonymous visitor that progress is saved in this browser only, and offers an account. */
export function SavedInBrowserNote({ done, className }: Props) {
  const next = useNext();
  return (
    <p className={className}>
      {done ? 'Saved in this browser only.' : 'Your progress is saved in this browser only.'}{' '}
      <Link to="/signup" search={{ next }}>
        Create an account
      </Link>{' '}
      to keep it on every device.
    </p>
  );
}
