import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a part of the editor when the focused element is removed, such as the button of a quick fix. The focus
 * then moves to the part's heading (an `h2` with `tabIndex={-1}`), or to the part itself.
 */
export function useRestoredFocus<P extends HTMLElement>() {
  const ref = useRef<P>(null);
  const isInside = useRef(false);
  // Runs after each render, because any render can remove the focused element.
  useEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return;
    (ref.current?.querySelector<HTMLElement>('h2[tabindex]') ?? ref.current)?.focus();
  });
  return {
    ref,
    onFocus: () => {
      isInside.current = true;
    },
    onBlur: ({ target }: FocusEvent<P>) => {
      // A removed element is disconnected. A connected target means that the user has moved the focus.
      if (target.isConnected) isInside.current = false;
    },
  };
}
