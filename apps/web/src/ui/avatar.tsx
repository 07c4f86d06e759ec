import css from './avatar.module.css';
import { avatarShape } from './avatar-shape.ts';
import { cx } from './cx.ts';
import { hexPath } from './hex.ts';

interface Props {
  username: string;
  /** Path of the chosen picture; null generates one from the name. */
  image?: string | null;
  size?: 24 | 32 | 40 | 56 | 80 | 96 | 128;
  className?: string;
}

/** Decorative: the name is always beside it or on the surrounding control. */
export function Avatar({ username, image = null, size = 32, className }: Props) {
  if (image)
    return <img className={cx(css.avatar, css.image, className)} src={image} alt="" width={size} height={size} />;
  const { hue, second, facets } = avatarShape(username);
  return (
    <svg
      className={cx(css.avatar, className)}
      viewBox="0 0 32 32"
      width={size}
      height={size}
      aria-hidden="true"
      data-hue={hue}
    >
      <path className={css.ground} d={hexPath} />
      <g data-hue={second} className={css.second}>
        {facets.map(([path, tone]) => tone === 3 && <path key={path} d={path} />)}
      </g>
      {facets.map(
        ([path, tone]) =>
          tone > 0 && tone < 3 && <path key={path} className={tone === 1 ? css.soft : css.full} d={path} />,
      )}
      <path className={css.edge} d={hexPath} />
    </svg>
  );
}
