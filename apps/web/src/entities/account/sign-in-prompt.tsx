import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useNext } from '#lib/guards.ts';
import css from './sign-in-prompt.module.css';

/** Says why an account is needed and returns the visitor to this page after logging in. */
export function SignInPrompt({ children }: { children: ReactNode }) {
  const next = useNext();
  return (
    <p className={css.prompt} role="status">
      {children}{' '}
      <Link to="/signup" search={{ next }}>
        Create an account
      </Link>{' '}
      or{' '}
      <Link to="/login" search={{ next }}>
        log in
      </Link>
      .
    </p>
  );
}
