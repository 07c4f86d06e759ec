import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { cx } from './cx.ts';
import css from './dialog.module.css';
import { Icon } from './icon.tsx';

interface Props {
  open: boolean;
  /** Omit for a dialog that only its own buttons close; Escape and the backdrop then do nothing. */
  onClose?: ((press?: MouseEvent) => void) | undefined;
  title: string;
  children: ReactNode;
  /** `drawer`: from the left edge, full height. */
  kind?: 'dialog' | 'drawer';
  /** `wide`: for side-by-side content. */
  size?: 'md' | 'wide';
  footer?: ReactNode;
  closeLabel?: string;
}

/**
 * Native modal dialog: traps the focus, makes the rest of the page inert, closes on Escape and restores the focus.
 * Renders nothing while closed.
 */
export function Dialog(props: Props) {
  const { open, onClose, title, children, kind = 'dialog', size, footer, closeLabel = 'Close' } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // showModal is imperative.
  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      // React removes the element before the browser can restore the focus.
      if (before instanceof HTMLElement) before.focus();
    };
  }, [open]);
  if (!open) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Escape does the same
    <dialog
      ref={ref}
      className={cx(css.dialog, kind === 'drawer' && css.drawer, size === 'wide' && css.wide)}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose?.(event);
      }}
    >
      <div className={css.panel}>
        <header className={css.head}>
          <h2 id={heading} className={css.title}>
            {title}
          </h2>
          {onClose && (
            <button type="button" className={css.close} aria-label={closeLabel} onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </header>
        <div className={css.body}>{children}</div>
        {footer && <footer className={css.foot}>{footer}</footer>}
      </div>
    </dialog>
  );
}
