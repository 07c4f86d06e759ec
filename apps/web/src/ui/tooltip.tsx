import { type ReactNode, useId, useState } from 'react';
import css from './tooltip.module.css';

interface Props {
  /** A few words that add to the name of the control; never the only place for something important. */
  text: string;
  children: (props: { 'aria-describedby': string | undefined }) => ReactNode;
  side?: 'top' | 'bottom';
}

/** Shows on hover and on focus, stays while the pointer is on it, and goes with Escape (WCAG 1.4.13). */
export function Tooltip({ text, children, side = 'top' }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches what its control does
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
