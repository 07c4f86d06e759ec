import { cx } from './cx.ts';
import css from './icon.module.css';
import { type IconName, iconPaths } from './icon-paths.ts';

/** An icon that one part of the site alone has: it comes with that part. Drawn as those of `icon-paths.ts` are. */
export interface OwnIcon {
  d: string;
}

interface Props {
  name: IconName | OwnIcon;
  /** Pixels. */
  size?: 12 | 14 | 16 | 18 | 20 | 24 | 32 | 40;
  className?: string | undefined;
  /** Only where the icon stands alone; beside text it stays silent. */
  label?: string;
}

export function Icon({ name, size = 20, className, label }: Props) {
  const aria = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden
    <svg className={cx(css.icon, className)} viewBox="0 0 24 24" width={size} height={size} {...aria}>
      <path d={typeof name === 'string' ? iconPaths[name] : name.d} />
    </svg>
  );
}
