import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a part of the editor when what was pressed there goes away with the press, as a mend does or a row
 * that leads elsewhere: it is at the heading then (an `h2` with `tabIndex={-1}`), or at the part itself.
 */
export function useKeptFocus<P extends HTMLElement>() {
  const ref = useRef<P>(null);
  const isInside = useRef(false);
  // What React has taken away is known after each render; the focus is the document's.
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
      // Who presses beside everything leaves; what is taken away does not.
      if (target.isConnected) isInside.current = false;
    },
  };
}
