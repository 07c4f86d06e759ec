import { cx } from './cx.ts';
import css from './skeleton.module.css';

interface Props {
  /** Shape of the content that is loading. */
  shape?: 'line' | 'title' | 'block' | 'hex';
  /** Number of lines; the last one is shorter. */
  lines?: number;
  className?: string;
}

/** Placeholder in the shape of content that is loading. */
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
