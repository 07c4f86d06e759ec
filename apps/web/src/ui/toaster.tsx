import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';
import { dismissToast, type Toast, useToasts } from './toast.ts';
import css from './toaster.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

const seconds = 7;

/** Container of the toasts; once per layout. Always rendered, so that screen readers announce new toasts. */
export function Toaster() {
  const toasts = useToasts();
  return (
    <div className={css.region} role="status" aria-label="Notices">
      {toasts.map((item) => (
        <Item key={item.id} {...item} />
      ))}
    </div>
  );
}

function Item({ id, tone, text }: Toast) {
  const [held, setHeld] = useState(false);
  // Pauses while the pointer or the focus is on it.
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(id), seconds * 1000);
    return () => clearTimeout(timer);
  }, [id, held]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only tracks whether the user is reading
    <div
      className={css.toast}
      data-tone={tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={tone === 'bad' ? 'warning' : tone === 'good' ? 'tick' : 'info'} className={css.icon} />
      <p>
        {tone === 'bad' && <VisuallyHidden>Problem: </VisuallyHidden>}
        {text}
      </p>
      <button type="button" className={css.close} aria-label="Dismiss" onClick={() => dismissToast(id)}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}
