import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { cx } from './cx.ts';
import css from './dialog.module.css';
import { Icon } from './icon.tsx';

interface Props {
  open: boolean;
  /** Left out where it goes away only by what stands in it: then Escape and the ground beside it do nothing. */
  onClose?: ((press?: MouseEvent) => void) | undefined;
  title: string;
  children: ReactNode;
  /** `drawer`: from the left edge, full height. */
  kind?: 'dialog' | 'drawer';
  /** `wide`: for what stands side by side. */
  size?: 'md' | 'wide';
  footer?: ReactNode;
  closeLabel?: string;
}

/**
 * The platform's own modal dialog: it traps the focus, makes the rest inert, closes on Escape and gives the focus back.
 * Nothing of it is in the page while it is closed.
 */
export function Dialog(props: Props) {
  const { open, onClose, title, children, kind = 'dialog', size, footer, closeLabel = 'Close' } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // showModal is a call, not a property, so React can't make it.
  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      // React takes the element away, and with it the browser's own way of giving the focus back.
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
