import type { ComponentProps, ElementType } from 'react';
import css from './card.module.css';
import { cx } from './cx.ts';

interface Props extends ComponentProps<'div'> {
  as?: ElementType;
  size?: 'md' | 'sm';
  /** Without padding. */
  flush?: boolean;
  /** The card's only link covers the whole card. */
  link?: boolean;
  /** `beacon`: in progress. */
  tone?: 'plain' | 'beacon';
}

/** Panel with a cut upper right corner. */
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
