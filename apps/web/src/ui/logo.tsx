import { cx } from './cx.ts';
import css from './logo.module.css';

/** Logo: a hexagon with a compass needle; `word` adds the product name. */
export function Logo({
  word = true,
  size = 32,
  className,
}: {
  word?: boolean;
  size?: 32 | 40 | 56;
  className?: string;
}) {
  return (
    <span className={cx(css.logo, className)}>
      <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
        <path className={css.hex} d="M16 1.5 28.6 8.75v14.5L16 30.5 3.4 23.25V8.75Z" />
        <path className={css.north} d="M16 6.5 20 16h-8Z" />
        <path className={css.south} d="M16 25.5 12 16h8Z" />
      </svg>
      {word && <span className={css.word}>Hexpedition</span>}
    </span>
  );
}
