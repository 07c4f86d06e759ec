import { type ReactNode, useId } from 'react';
import css from './field.module.css';
import { Icon } from './icon.tsx';

export interface FieldProps {
  label: string;
  /** A sentence below, always there. */
  hint?: ReactNode;
  /** What is wrong; shown below and read out with the input. */
  error?: string | undefined;
  optional?: boolean;
}

interface Aria {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** The frame of every input: label, hint and error, tied together for screen readers. */
export function Field({
  label,
  hint,
  error,
  optional,
  children,
}: FieldProps & { children: (aria: Aria) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={css.field}>
      <div className={css.top}>
        <label className={css.label} htmlFor={id}>
          {label}
        </label>
        {optional && <span className={css.optional}>optional</span>}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p className={css.error} id={`${id}-error`}>
          <Icon name="warning" size={16} />
          {error}
        </p>
      )}
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
