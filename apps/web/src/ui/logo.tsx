import css from './logo.module.css';

/** Logo: a hexagon with a compass needle, and the name of the site. */
export function Logo({ name }: { name: string }) {
  return (
    <span className={css.logo}>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <path className={css.hex} d="M16 1.5 28.6 8.75v14.5L16 30.5 3.4 23.25V8.75Z" />
        <path className={css.north} d="M16 6.5 20 16h-8Z" />
        <path className={css.south} d="M16 25.5 12 16h8Z" />
      </svg>
      <span className={css.word}>{name}</span>
    </span>
  );
}
