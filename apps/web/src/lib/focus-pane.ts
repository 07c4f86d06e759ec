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
