import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClass, Face } from './button.tsx';
import { cx } from './cx.ts';

type Props = ButtonLook & ComponentProps<'a'>;

function Anchor({ variant, size, icon, wide, square, className, children, ...rest }: Props) {
  return (
    <a {...rest} className={cx(buttonClass({ variant, size, wide, square }), className)}>
      <Face icon={icon} size={size}>
        {children}
      </Face>
    </a>
  );
}

/** A route's link that looks like a button: `<LinkButton to="/map" variant="primary">`. Keeps the types of `to`. */
export const LinkButton = createLink(Anchor);
