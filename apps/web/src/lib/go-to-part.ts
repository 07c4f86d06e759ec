const stopsOf = 'a[href], button:not([tabindex="-1"]), input, select, textarea';

/**
 * Leads the focus to the next part of an editor (`data-part`) or the one before, as F6 does between the panes of a
 * program. Parts that are not shown or hold nothing to press are passed.
 */
export function goToPart(step: 1 | -1): void {
  const parts = [...document.querySelectorAll<HTMLElement>('[data-part]')];
  const at = parts.findIndex((part) => part.contains(document.activeElement));
  const start = at === -1 && step === -1 ? 0 : at;
  for (let i = 1; i <= parts.length; i++) {
    const part = parts.at((start + step * i) % parts.length);
    const stop = part?.matches('[tabindex="0"]') ? part : part?.querySelector<HTMLElement>(stopsOf);
    stop?.focus();
    // What is hidden does not take the focus.
    if (stop && document.activeElement === stop) return;
  }
}
