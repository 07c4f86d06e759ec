import { usePaneKeys } from '#lib/focus-pane.ts';
import { type Shortcut, useListedShortcuts } from '#lib/shortcuts.ts';

/** Shortcuts of the editor for the shortcut list. */
const shortcuts: readonly Shortcut[] = [
  { keys: 'F6', label: 'Next part of the editor' },
  { keys: 'Shift+F6', label: 'Previous part of the editor' },
  { keys: 'Ctrl+S', label: 'Save the draft now' },
  { keys: 'Ctrl+Enter', label: 'Publish …' },
  { keys: 'F8', label: 'In the source: next problem' },
  { keys: 'Ctrl+F', label: 'In the source: find and replace' },
  { keys: 'Ctrl+Z', label: 'In the source: undo' },
  { keys: 'Ctrl+]', label: 'In the source: indent' },
  { keys: 'Alt+↑', label: 'In the tree: move a lesson or a chapter up' },
  { keys: 'Alt+↓', label: 'In the tree: move it down' },
];

interface Actions {
  onSave: () => void;
  onPublish: () => void;
}

/** Handles the keys of the lesson editor. The source and the tree handle their own keys. */
export function useLessonKeys({ onSave, onPublish }: Actions) {
  useListedShortcuts(shortcuts);
  usePaneKeys(({ key, ctrlKey, metaKey, altKey, shiftKey }) => {
    const hasControl = (ctrlKey || metaKey) && !altKey && !shiftKey;
    if (hasControl && key.toLowerCase() === 's') onSave();
    else if (hasControl && key === 'Enter') onPublish();
    else return false;
    return true;
  });
}
