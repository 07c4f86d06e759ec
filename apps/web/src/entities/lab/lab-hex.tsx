import { cx } from '#ui/cx.ts';
import { hexPath } from '#ui/hex.ts';
import { Icon } from '#ui/icon.tsx';
import css from './lab-hex.module.css';

interface Props {
  solved: boolean;
  /** Share of the flags that are found, 0 to 1; drawn along the edge. */
  share?: number;
  size?: 'md' | 'lg';
}

/** A lab's hexagon with its flask. Decorative. */
export function LabHex({ solved, share = 0, size = 'md' }: Props) {
  return (
    <span className={cx(css.hex, size === 'lg' && css.large, solved && css.solved)} aria-hidden="true">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path className={css.edge} d={hexPath} />
        {share > 0 && <path className={css.done} d={hexPath} pathLength="100" strokeDasharray={`${share * 100} 100`} />}
      </svg>
      <Icon name="flask" size={size === 'lg' ? 32 : 20} />
    </span>
  );
}
