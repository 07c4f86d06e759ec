import { useEffect, useRef } from 'react';
import { goToPart } from '#lib/go-to-part.ts';
import { type Shortcut, useListedShortcuts } from '#lib/shortcuts.ts';

/** What the sheet of shortcuts says of the editor. */
const shortcuts: readonly Shortcut[] = [
  { keys: 'F6', label: 'Next part of the editor' },
  { keys: 'Shift+F6', label: 'The part before' },
  { keys: 'Ctrl+S', label: 'Save the draft now' },
  { keys: 'Ctrl+Enter', label: 'Publish …' },
  { keys: 'F8', label: 'In the source: next fault' },
  { keys: 'Ctrl+F', label: 'In the source: find and replace' },
  { keys: 'Ctrl+Z', label: 'In the source: undo' },
  { keys: 'Ctrl+]', label: 'In the source: indent' },
  { keys: 'Alt+↑', label: 'In the tree: move a lesson or a chapter up' },
  { keys: 'Alt+↓', label: 'In the tree: move it down' },
];

interface Acts {
  onSave: () => void;
  onPublish: () => void;
}

/** The keys of the lesson editor. The source and the tree hear their own. */
export function useLessonKeys(acts: Acts) {
  useListedShortcuts(shortcuts);
  const now = useRef(acts);
  now.current = acts;
  // The keyboard is outside React. The source would take Ctrl+Enter for a new line, so this hears it first.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]') || !press(event, now.current)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}

/** @returns whether the key was one of the editor's */
function press({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, { onSave, onPublish }: Acts): boolean {
  const hasControl = (ctrlKey || metaKey) && !altKey && !shiftKey;
  if (key === 'F6' && !ctrlKey && !metaKey && !altKey) goToPart(shiftKey ? -1 : 1);
  else if (hasControl && key.toLowerCase() === 's') onSave();
  else if (hasControl && key === 'Enter') onPublish();
  else return false;
  return true;
}
