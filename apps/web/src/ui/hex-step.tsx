import { cx } from './cx.ts';
import { hexPath } from './hex.ts';
import css from './hex-step.module.css';

export type StepState = 'open' | 'current' | 'done' | 'changed' | 'locked';

interface Props {
  state: StepState;
  size?: 16 | 18 | 20 | 24 | 32;
}

const words: Record<StepState, string> = {
  open: 'not done',
  current: 'you are here',
  done: 'done',
  changed: 'done, changed since',
  locked: 'locked',
};

/**
 * Marker of a step: outlined when open, accented when current, ticked when completed. Distinguished by shape and
 * colour.
 */
export function HexStep({ state, size = 18 }: Props) {
  return (
    <svg
      className={cx(css.step, css[state])}
      viewBox="0 0 32 32"
      width={size}
      height={size}
      role="img"
      aria-label={words[state]}
    >
      <path className={css.hex} d={hexPath} />
      {(state === 'done' || state === 'changed') && <path className={css.mark} d="M9.5 16.5l4.5 4.5 8.5-9.5" />}
      {state === 'current' && <circle className={css.dot} cx="16" cy="16" r="4" />}
      {state === 'locked' && <path className={css.mark} d="M11 15h10v7.5H11Z M13 15v-2.5a3 3 0 0 1 6 0V15" />}
    </svg>
  );
}
