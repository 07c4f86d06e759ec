import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFeatures } from '#entities/site/use-features.ts';
import { useNext } from '#lib/guards.ts';
import css from './sign-in-prompt.module.css';

interface Props {
  children: ReactNode;
  /** Purpose of the account, after the link: `to keep your 10 points`. */
  purpose?: string;
  /** Id of the element of this page to return to. */
  anchor?: string;
}

/** Says why an account is needed, offers what this site allows (sign-up, log-in), and returns the visitor to this page after logging in. */
export function SignInPrompt({ children, purpose, anchor }: Props) {
  const { login, register } = useFeatures();
  const page = useNext();
  const next = page && anchor ? `${page}#${anchor}` : page;
  return (
    <p className={css.prompt} role="status">
      {children}{' '}
      {register && (
        <>
          <Link to="/signup" search={{ next }}>
            Create an account
          </Link>
          {purpose && ` ${purpose}`}
          {login && (purpose ? ', or ' : ' or ')}
        </>
      )}
      {login && (
        <>
          <Link to="/login" search={{ next }}>
            {register ? 'log in' : 'Log in'}
          </Link>
          {!register && purpose && ` ${purpose}`}
        </>
      )}
      {register || login ? '.' : 'Logging in is turned off at the moment.'}
    </p>
  );
}
