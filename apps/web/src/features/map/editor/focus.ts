import type { Editor } from './use-editor.ts';

/** The canvas as the focus finds it. */
export const canvasOf = () => document.querySelector<HTMLElement>('[data-part][role=application]');

const stopsOf = 'a[href], button:not([tabindex="-1"]), input, select, textarea';

/**
 * Leads the focus to the next part of the editor or the one before, as F6 does between the panes of a program: head,
 * tools, canvas, tray, another view, inspector, faults. Parts that are not shown or hold nothing to press are passed.
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

/** Gives up what is begun; whoever has taken something from the tray is back there. */
export function giveUp(editor: Editor): void {
  if (editor.carried && !editor.carried.from)
    document.querySelector<HTMLElement>(`[data-item="${editor.carried.ref}"]`)?.focus();
  editor.cancel();
}
