import type { ComponentProps, ElementType } from 'react';
import css from './card.module.css';
import { cx } from './cx.ts';

interface Props extends ComponentProps<'div'> {
  as?: ElementType;
  size?: 'md' | 'sm';
  /** No padding of its own. */
  flush?: boolean;
  /** Its one link covers the whole card. */
  link?: boolean;
  /** `beacon`: what is under way. */
  tone?: 'plain' | 'beacon';
}

/** A panel whose upper right corner is cut. */
export function Card({ as: Tag = 'div', size, flush, link, tone, className, ...rest }: Props) {
  return (
    <Tag
      {...rest}
      className={cx(
        css.card,
        size === 'sm' && css.small,
        flush && css.flush,
        link && css.link,
        tone === 'beacon' && css.beacon,
        className,
      )}
    />
  );
}
