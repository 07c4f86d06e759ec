import type { ComponentProps, ReactNode } from 'react';
import css from './button.module.css';
import { cx } from './cx.ts';
import { Icon, type IconShape } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

export interface ButtonStyle {
  /** `primary`: the main action of the screen; use it once. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'md' | 'sm';
  icon?: IconName | IconShape;
  /** Fills its container. */
  wide?: boolean;
  /** Icon only; give its name as `aria-label`. */
  square?: boolean;
}

interface Props extends ButtonStyle, Omit<ComponentProps<'button'>, 'size'> {
  /** Shows a spinner and ignores clicks; the button keeps the focus. */
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
      // `disabled` would lose the focus; aria-disabled keeps the button reachable.
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      className={cx(buttonClass({ variant, size, wide, square }), busy && css.busy, className)}
      onClick={(event) => {
        if (off) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <ButtonContent icon={icon} busy={busy} size={size}>
        {children}
      </ButtonContent>
    </button>
  );
}

type ButtonStyleProps = { [P in keyof ButtonStyle]: ButtonStyle[P] | undefined };

export const buttonClass = ({ variant = 'secondary', size, wide, square }: ButtonStyleProps) =>
  cx(css.button, css[variant], size === 'sm' && css.small, wide && css.wide, square && css.square);

interface ButtonContentProps {
  icon?: IconName | IconShape | undefined;
  size?: ButtonStyle['size'] | undefined;
  busy?: boolean;
  children?: ReactNode;
}

export function ButtonContent({ icon, size, busy = false, children }: ButtonContentProps) {
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
