import css from './charts.module.css';

interface Props<T extends string | number> {
  label: string;
  options: readonly (readonly [value: T, name: string])[];
  value: T;
  onChange: (value: T) => void;
}

/** Segmented control: selects one of a few options, such as the period or the view of a page. */
export const SegmentedControl = <T extends string | number>({ label, options, value, onChange }: Props<T>) => (
  <fieldset className={css.segments} aria-label={label}>
    {options.map(([option, name]) => (
      <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
        {name}
      </button>
    ))}
  </fieldset>
);

/** Periods of the statistics pages, in days. */
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
