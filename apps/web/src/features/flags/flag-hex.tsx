import { cx } from '#ui/cx.ts';
import { hexPath } from '#ui/hex.ts';
import css from './flag-box.module.css';

/** The hexagon with the flag; filled with a tick once it is found. Decorative: the words stand beside it. */
export function FlagHex({ solved }: { solved: boolean }) {
  return (
    <svg className={cx(css.hex, solved && css.hexSolved)} viewBox="0 0 32 32" width="40" height="40" aria-hidden="true">
      <path className={css.edge} d={hexPath} />
      {solved ? <path d="M10 16.5l4.2 4.2 7.8-8.8" /> : <path d="M12 23V9.5h9l-2.6 3.2 2.6 3.3h-9" />}
    </svg>
  );
}
