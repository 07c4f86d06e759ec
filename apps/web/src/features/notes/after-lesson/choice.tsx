import css from './after-lesson.module.css';

interface Props<Value extends string | number> {
  label: string;
  hint?: string;
  name: string;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  onChange: (value: Value) => void;
}

/** One of a few short answers, side by side: radio buttons under their words. */
export function Choice<Value extends string | number>({ label, hint, name, options, value, onChange }: Props<Value>) {
  return (
    <fieldset className={css.choice}>
      <legend>
        {label}
        {hint && <span className={css.hint}> {hint}</span>}
      </legend>
      <div className={css.options}>
        {options.map((option) => (
          <label key={option.value} className={css.option}>
            <input type="radio" name={name} checked={value === option.value} onChange={() => onChange(option.value)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
