import { type ReactNode, useId, useState } from 'react';
import css from './tooltip.module.css';

interface Props {
  /** Short addition to the name of the control; must not contain anything essential. */
  text: string;
  children: (props: { 'aria-describedby': string | undefined }) => ReactNode;
  side?: 'top' | 'bottom';
}

/** Tooltip that opens on hover and focus, stays while hovered, and closes on Escape (WCAG 1.4.13). */
export function Tooltip({ text, children, side = 'top' }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only tracks events of its control
    <span
      className={css.root}
      onPointerEnter={(event) => setOpen(event.pointerType !== 'touch')}
      onPointerLeave={() => setOpen(false)}
      onFocus={(event) => setOpen(event.target.matches(':focus-visible'))}
      onBlur={() => setOpen(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(false);
      }}
    >
      {children({ 'aria-describedby': open ? id : undefined })}
      {open && (
        <span role="tooltip" id={id} className={css.tip} data-side={side}>
          {text}
        </span>
      )}
    </span>
  );
}
