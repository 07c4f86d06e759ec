import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import css from './form-frame.module.css';

interface Props {
  busy: boolean;
  /** A proof of work is being made. */
  isChecking?: boolean;
  /** What is going on when it is busy with the call itself; left out where that takes no time. */
  state?: string;
  disabled?: boolean;
  children: ReactNode;
}

/** The one button of a form, and under it what it is doing. */
export function Submit({ busy, isChecking = false, state = '', disabled = false, children }: Props) {
  return (
    <div className={css.submit}>
      <Button type="submit" variant="primary" wide busy={busy} disabled={disabled}>
        {children}
      </Button>
      <output className={css.state}>{isChecking ? 'Checking that you are not a robot …' : busy ? state : ''}</output>
    </div>
  );
}
