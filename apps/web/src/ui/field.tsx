import { type ReactNode, useId } from 'react';
import css from './field.module.css';
import { Icon } from './icon.tsx';

export interface FieldProps {
  label: string;
  /** Sentence below the input; an error replaces it. */
  hint?: ReactNode;
  /** Error message, shown below and announced with the input. */
  error?: string | undefined;
  optional?: boolean;
}

interface Aria {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label, hint and error of an input, linked to it for screen readers. */
export function Field({
  label,
  hint,
  error,
  optional,
  children,
}: FieldProps & { children: (aria: Aria) => ReactNode }) {
  const id = useId();
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className={css.field}>
      <div className={css.top}>
        <label className={css.label} htmlFor={id}>
          {label}
        </label>
        {optional && <span className={css.optional}>optional</span>}
      </div>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      {error ? (
        <p className={css.error} id={`${id}-error`}>
          <Icon name="warning" size={16} />
          {error}
        </p>
      ) : (
        hint && (
          <p className={css.hint} id={`${id}-hint`}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
