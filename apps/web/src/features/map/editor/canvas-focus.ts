import type { Editor } from './use-editor.ts';

/** Returns the element of the canvas, to focus it. */
export const findCanvas = () => document.querySelector<HTMLElement>('[data-part][role=application]');

/** Cancels the current action. If an item was taken from the tray, the focus returns to it. */
export function cancelAction(editor: Editor): void {
  if (editor.carried && !editor.carried.from)
    document.querySelector<HTMLElement>(`[data-item="${editor.carried.ref}"]`)?.focus();
  editor.cancel();
}
