import type { Editor } from './use-editor.ts';

/** The canvas as the focus finds it. */
export const canvasOf = () => document.querySelector<HTMLElement>('[data-part][role=application]');

/** Gives up what is begun; whoever has taken something from the tray is back there. */
export function giveUp(editor: Editor): void {
  if (editor.carried && !editor.carried.from)
    document.querySelector<HTMLElement>(`[data-item="${editor.carried.ref}"]`)?.focus();
  editor.cancel();
}
