import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import css from './back-link.module.css';
import { Icon } from './icon.tsx';

const Anchor = ({ children, ...rest }: Omit<ComponentProps<'a'>, 'className'>) => (
  <a {...rest} className={css.back}>
    <Icon name="arrow-left" size={14} />
    {children}
  </a>
);

/** Link to the parent page, in the label above the title. */
export const BackLink = createLink(Anchor);
