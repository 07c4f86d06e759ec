import { cx } from './cx.ts';
import css from './icon.module.css';
import { type IconName, iconPaths } from './icon-paths.ts';

/** Icon of a single feature, which is loaded with it. Same format as in `icon-paths.ts`. */
export interface IconShape {
  d: string;
}

interface Props {
  name: IconName | IconShape;
  /** In pixels. */
  size?: 12 | 14 | 16 | 18 | 20 | 24 | 32 | 40;
  className?: string | undefined;
  /** Only for an icon without text beside it. */
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
