import type { ReactNode } from 'react';
import { problemText } from '#lib/problem-text.ts';
import css from './form-status.module.css';
import { Icon } from './icon.tsx';

export interface FormStatusProps {
  /** What is going on. */
  busy?: string | undefined;
  error?: unknown;
  /** What has been done. */
  done?: ReactNode;
}

/** The result of what a button did, beside it; read out when it changes. */
export function FormStatus({ busy, error, done }: FormStatusProps) {
  return (
    <div className={css.status} role="status">
      {busy ? (
        <p className={css.busy}>{busy}</p>
      ) : error ? (
        <p className={css.bad}>
          <Icon name="warning" size={16} />
          <span>{problemText(error)}</span>
        </p>
      ) : (
        done && (
          <p className={css.good}>
            <Icon name="tick" size={16} />
            <span>{done}</span>
          </p>
        )
      )}
    </div>
  );
}
