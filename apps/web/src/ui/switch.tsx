import { type ComponentProps, type ReactNode, useId } from 'react';
import css from './switch.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'className' | 'id' | 'type' | 'role'> {
  label: string;
  /** Sentence below: the effect, or why it is disabled. */
  hint?: ReactNode;
  /** For a switch that controls several: rendered as a checkbox that can also be mixed. */
  mixed?: boolean;
}

/** Switch with an immediate effect: label on the left, switch on the right, all of it clickable. */
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
          // `indeterminate` has no attribute.
          if (element) element.indeterminate = mixed === true;
        }}
        className={css.track}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
    </label>
  );
}
