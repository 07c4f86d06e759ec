import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useNext } from '#lib/guards.ts';
import css from './sign-in-prompt.module.css';

interface Props {
  children: ReactNode;
  /** Purpose of the account, after the link: `to keep your 10 points`. */
  purpose?: string;
  /** Id of the element of this page to return to. */
  anchor?: string;
}

/** Says why an account is needed and returns the visitor to this page after logging in. */
export function SignInPrompt({ children, purpose, anchor }: Props) {
  const page = useNext();
  const next = page && anchor ? `${page}#${anchor}` : page;
  return (
    <p className={css.prompt} role="status">
      {children}{' '}
      <Link to="/signup" search={{ next }}>
        Create an account
      </Link>
      {purpose ? ` ${purpose}, or ` : ' or '}
      <Link to="/login" search={{ next }}>
        log in
      </Link>
      .
    </p>
  );
}
