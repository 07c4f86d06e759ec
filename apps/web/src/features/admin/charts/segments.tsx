import css from './charts.module.css';

interface Props<T extends string | number> {
  label: string;
  options: readonly (readonly [value: T, name: string])[];
  value: T;
  onChange: (value: T) => void;
}

/** One of a few, side by side: the range of a page of figures, its view. */
export const Segments = <T extends string | number>({ label, options, value, onChange }: Props<T>) => (
  <fieldset className={css.segments} aria-label={label}>
    {options.map(([one, name]) => (
      <button key={one} type="button" aria-pressed={one === value} onClick={() => onChange(one)}>
        {name}
      </button>
    ))}
  </fieldset>
);

/** The ranges that the figures of the admin area have. */
export const ranges = [
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
  [365, 'Year'],
] as const;

export const views = [
  ['charts', 'Charts'],
  ['tables', 'Tables'],
] as const;
