import { cx } from './cx.ts';
import css from './skeleton.module.css';

interface Props {
  /** The shape of what is coming. */
  shape?: 'line' | 'title' | 'block' | 'hex';
  /** Repeats it; the last line is shorter. */
  lines?: number;
  className?: string;
}

/** A place held in the page's shape while its content is on the way. */
export function Skeleton({ shape = 'line', lines = 1, className }: Props) {
  return (
    <div className={cx(css.group, className)} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
        <div key={line} className={cx(css.bone, css[shape])} />
      ))}
    </div>
  );
}
