import css from './privacy.module.css';

interface Props {
  title: string;
  differences: readonly string[];
  /** Text for no differences. */
  none: string;
}

/** List of the differences between two versions. */
export const DifferenceList = ({ title, differences, none }: Props) => (
  <section className={css.differences} aria-label={title}>
    <p className={css.what}>{title}</p>
    {differences.length === 0 ? (
      <p>{none}</p>
    ) : (
      <ul>
        {differences.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    )}
  </section>
);
