import { Link } from '@tanstack/react-router';
import { useNext } from '#lib/guards.ts';

interface Props {
  /** Something of the visitor's is kept already. */
  done: boolean;
  className: string | undefined;
}

/** Says where what a visitor does is kept, and how to keep it for good. */
export function KeptHere({ done, className }: Props) {
  const next = useNext();
  return (
    <p className={className}>
      {done ? 'Kept in this browser.' : 'What you do here is kept in this browser.'}{' '}
      <Link to="/signup" search={{ next }}>
        Create an account
      </Link>{' '}
      to keep it everywhere.
    </p>
  );
}
