import type { ComponentProps, ReactNode } from 'react';
import css from './button.module.css';
import { cx } from './cx.ts';
import { Icon, type OwnIcon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

export interface ButtonLook {
  /** `primary`: the one main action of the screen. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'md' | 'sm';
  icon?: IconName | OwnIcon;
  /** Fills its container. */
  wide?: boolean;
  /** An icon alone; `children` is then its name for screen readers, given as `aria-label`. */
  square?: boolean;
}

interface Props extends ButtonLook, Omit<ComponentProps<'button'>, 'size'> {
  /** Shows that it is at work and ignores further clicks; it keeps the focus. */
  busy?: boolean;
}

export function Button({
  variant = 'secondary',
  size,
  icon,
  wide,
  square,
  busy = false,
  disabled,
  onClick,
  className,
  children,
  ...rest
}: Props) {
  const off = busy || disabled === true;
  return (
    <button
      type="button"
      {...rest}
      // `disabled` would drop the focus to the page; this keeps the button reachable and says why it does nothing.
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      className={cx(buttonClass({ variant, size, wide, square }), busy && css.busy, className)}
      onClick={(event) => {
        if (off) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <Face icon={icon} busy={busy} size={size}>
        {children}
      </Face>
    </button>
  );
}

type Look = { [P in keyof ButtonLook]: ButtonLook[P] | undefined };

export const buttonClass = ({ variant = 'secondary', size, wide, square }: Look) =>
  cx(css.button, css[variant], size === 'sm' && css.small, wide && css.wide, square && css.square);

interface FaceProps {
  icon?: IconName | OwnIcon | undefined;
  size?: ButtonLook['size'] | undefined;
  busy?: boolean;
  children?: ReactNode;
}

export function Face({ icon, size, busy = false, children }: FaceProps) {
  return (
    <>
      {busy && (
        <svg className={css.spinner} viewBox="0 0 32 32" aria-hidden="true">
          <path d="M16 2 28.1 9v14L16 30 3.9 23V9Z" />
        </svg>
      )}
      {icon && !busy && <Icon name={icon} size={size === 'sm' ? 16 : 18} />}
      {children}
    </>
  );
}
