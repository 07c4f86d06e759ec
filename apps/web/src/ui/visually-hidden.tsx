import type { ComponentProps } from 'react';
import css from './visually-hidden.module.css';

/** Visible to screen readers only. */
export function VisuallyHidden({
  as: Tag = 'span',
  ...props
}: { as?: 'span' | 'p' | 'h1' | 'legend' } & Pick<ComponentProps<'p'>, 'id' | 'ref' | 'children' | 'aria-live'>) {
  return <Tag {...(props as object)} className={css.hidden} />;
}
