import { useFeatures } from '#entities/site/use-features.ts';
import { cx } from '#ui/cx.ts';
import { hexPath } from '#ui/hex.ts';
import { Icon } from '#ui/icon.tsx';
import { type IconName, iconPaths } from '#ui/icon-paths.ts';
import css from './training-hex.module.css';

interface Props {
  icon: string;
  /** Slug of the continent, which sets the colour. The colour never carries information alone. */
  continent: string;
  /** Completed share, 0 to 1; drawn along the edge. */
  share?: number;
  size?: 'md' | 'lg';
}

/** Hexagon of a training, as on the map. Decorative: text beside it carries the same information. */
export function TrainingHex({ icon, continent, share = 0, size = 'md' }: Props) {
  const hue = useFeatures().hexmap.nav.find(({ slug }) => slug === continent)?.colour;
  return (
    <span
      className={cx(css.hex, size === 'lg' && css.large, share === 1 && css.done)}
      data-hue={hue ?? 'teal'}
      aria-hidden="true"
    >
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path className={css.fill} d={hexPath} />
        {share > 0 && (
          <path className={css.progress} d={hexPath} pathLength="100" strokeDasharray={`${share * 100} 100`} />
        )}
      </svg>
      <Icon name={trainingIcon(icon)} size={size === 'lg' ? 40 : 24} />
    </span>
  );
}

/** Returns the icon with this name, or the compass for an unknown name. */
const trainingIcon = (name: string): IconName => (name in iconPaths ? (name as IconName) : 'compass');
