import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import css from './splitter.module.css';

interface Props {
  /** Accessible name. */
  label: string;
  /** Share of the pane above, in percent. */
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  /** Called on a double click, to restore the default. */
  onReset: () => void;
  /** Returns the vertical range on the screen that both panes share, in pixels. */
  range: () => { top: number; bottom: number };
  /** `grab`: handle of a drawer, large enough for a thumb. */
  variant?: 'line' | 'handle';
}

/** Divider between two panes. Moves by dragging, or by arrow keys in steps of 2 %, with Shift 10 %. */
export function Splitter({ label, value, min, max, onChange, onReset, range, variant = 'line' }: Props) {
  const grabOffset = useRef(0);
  const change = (next: number) => onChange(Math.round(Math.min(max, Math.max(min, next)) * 10) / 10);

  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.shiftKey ? 10 : 2;
    if (event.key === 'ArrowUp') change(value - by);
    else if (event.key === 'ArrowDown') change(value + by);
    else if (event.key === 'Home') change(min);
    else if (event.key === 'End') change(max);
    else if (event.key === 'Enter') onReset();
    else return;
    event.preventDefault();
  };
  const share = (y: number) => {
    const { top, bottom } = range();
    return ((y - top) / Math.max(1, bottom - top)) * 100;
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    // Keeps the distance between the pointer and the divider during the drag.
    grabOffset.current = share(event.clientY) - value;
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) change(share(event.clientY) - grabOffset.current);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      className={css.splitter}
      data-variant={variant}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onDoubleClick={onReset}
    />
  );
}
