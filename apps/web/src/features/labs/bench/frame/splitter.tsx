import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import css from './splitter.module.css';

interface Props {
  /** What it moves, for screen readers. */
  label: string;
  /** Share of what stands above it, in hundredths. */
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  /** A double press: as it was at first. */
  onReset: () => void;
  /** Where the whole begins and ends on the screen, in pixels: what is above and below shares this. */
  range: () => { top: number; bottom: number };
  /** The grab bar of a drawer: the same with a handle that a thumb finds. */
  look?: 'line' | 'grab';
}

/** The line between two panes. It is dragged, or moved by arrows: a step is 2 of 100, with Shift 10. */
export function Splitter({ label, value, min, max, onChange, onReset, range, look = 'line' }: Props) {
  const grabbed = useRef(0);
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
    // The line stays under the pointer where it was taken.
    grabbed.current = share(event.clientY) - value;
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) change(share(event.clientY) - grabbed.current);
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
      data-look={look}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onDoubleClick={onReset}
    />
  );
}
