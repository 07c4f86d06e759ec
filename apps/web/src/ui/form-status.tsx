import type { ReactNode } from 'react';
import { problemText } from '#lib/problem-text.ts';
import css from './form-status.module.css';
import { Icon } from './icon.tsx';

export interface FormStatusProps {
  /** Progress text. */
  busy?: string | undefined;
  error?: unknown;
  /** Success message. */
  done?: ReactNode;
}

/** Result of an action, shown beside its button and announced when it changes. */
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
