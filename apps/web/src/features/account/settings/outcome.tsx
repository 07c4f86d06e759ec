import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';
import css from './outcome.module.css';
import { problemText } from './words.ts';

interface Props {
  /** What is going on. */
  busy?: string | undefined;
  error?: unknown;
  /** What has been done. */
  done?: ReactNode;
}

/** The result of a form, beside its button; read out when it changes. */
export function Outcome({ busy, error, done }: Props) {
  return (
    <div className={css.outcome} role="status">
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
