import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { ButtonContent, type ButtonStyle, buttonClass } from './button.tsx';
import { cx } from './cx.ts';

type Props = ButtonStyle & ComponentProps<'a'>;

function Anchor({ variant, size, icon, wide, square, className, children, ...rest }: Props) {
  return (
    <a {...rest} className={cx(buttonClass({ variant, size, wide, square }), className)}>
      <ButtonContent icon={icon} size={size}>
        {children}
      </ButtonContent>
    </a>
  );
}

/** Router link that looks like a button: `<LinkButton to="/map" variant="primary">`. Keeps the types of `to`. */
export const LinkButton = createLink(Anchor);
