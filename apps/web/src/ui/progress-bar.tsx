import { cx } from './cx.ts';
import css from './progress-bar.module.css';

interface Props {
  value: number;
  max: number;
  /** Accessible name. */
  label: string;
  tone?: 'beacon' | 'phosphor';
  className?: string;
}

/** Progress bar as SVG, because its width must be an attribute: the CSP forbids `style`. */
export function ProgressBar({ value, max, label, tone, className }: Props) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <svg
      className={cx(css.bar, (tone ?? (share === 1 ? 'phosphor' : 'beacon')) === 'phosphor' && css.phosphor, className)}
      viewBox="0 0 1000 4"
      preserveAspectRatio="none"
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
    >
      <rect className={css.track} width="1000" height="4" />
      <rect className={css.fill} width={Math.round(share * 1000)} height="4" />
    </svg>
  );
}
