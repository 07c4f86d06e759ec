import { useEffect, useRef } from 'react';

const focusable = 'a[href], button:not([tabindex="-1"]), input, select, textarea';

/**
 * Moves the focus to the next or previous pane of an editor (`data-part`), like F6 in desktop programs. Skips panes
 * that are hidden or have nothing to focus.
 */
export function focusPane(step: 1 | -1): void {
  const parts = [...document.querySelectorAll<HTMLElement>('[data-part]')];
  const at = parts.findIndex((part) => part.contains(document.activeElement));
  const start = at === -1 && step === -1 ? 0 : at;
  for (let i = 1; i <= parts.length; i++) {
    const part = parts.at((start + step * i) % parts.length);
    const target = part?.matches('[tabindex="0"]') ? part : part?.querySelector<HTMLElement>(focusable);
    target?.focus();
    // Hidden elements do not take the focus.
    if (target && document.activeElement === target) return;
  }
}

/**
 * Handles the keys of a page with panes: F6 and Shift+F6 move the focus between them, and `run` handles other keys.
 * @param run returns whether it has handled the key
 */
export function usePaneKeys(run: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(run);
  latest.current = run;
  // Listens in the capture phase, because a terminal would send F6 to the shell, and a source would insert a new line
  // on Ctrl+Enter.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]')) return;
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key === 'F6' && !ctrlKey && !metaKey && !altKey) focusPane(shiftKey ? -1 : 1);
      else if (!latest.current(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}
