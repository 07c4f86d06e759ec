import { type ComponentProps, type ReactNode, useId } from 'react';
import css from './switch.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'className' | 'id' | 'type' | 'role'> {
  label: string;
  /** A sentence below: what it does, or why it is off. */
  hint?: ReactNode;
  /** Of one that stands for several: given, it is a box that can be on, off, or partly on. */
  mixed?: boolean;
}

/** On or off, at once: words at the left, the switch at the right, and all of it can be pressed. */
export function Switch({ label, hint, mixed, ...input }: Props) {
  const id = useId();
  return (
    <label className={css.switch} htmlFor={id}>
      <span className={css.words}>
        <span id={`${id}-label`} className={css.label}>
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className={css.hint}>
            {hint}
          </span>
        )}
      </span>
      <input
        {...input}
        id={id}
        type="checkbox"
        role={mixed === undefined ? 'switch' : undefined}
        ref={(element) => {
          // A property that no attribute sets.
          if (element) element.indeterminate = mixed === true;
        }}
        className={css.track}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
    </label>
  );
}
