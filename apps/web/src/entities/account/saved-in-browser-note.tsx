import { Link } from '@tanstack/react-router';
import { useFeatures } from '#entities/site/use-features.ts';
import { useNext } from '#lib/guards.ts';

interface Props {
  /** Whether something is already saved in this browser. */
  done: boolean;
  className: string | undefined;
}

/** Tells an anonymous visitor that progress is saved in this browser only, and offers an account or the log-in. */
export function SavedInBrowserNote({ done, className }: Props) {
  const { login, register } = useFeatures();
  const next = useNext();
  return (
    <p className={className}>
      {done ? 'Saved in this browser only.' : 'Your progress is saved in this browser only.'}{' '}
      {(register || login) && (
        <>
          <Link to={register ? '/signup' : '/login'} search={{ next }}>
            {register ? 'Create an account' : 'Log in'}
          </Link>{' '}
          to keep it on every device.
        </>
      )}
    </p>
  );
}
