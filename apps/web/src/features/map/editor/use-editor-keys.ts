import { useEffect, useRef } from 'react';
import { focusPane } from '#lib/focus-pane.ts';
import { type Shortcut, shortcutsOn, useListedShortcuts } from '#lib/shortcuts.ts';
import { giveUp } from './focus.ts';
import { toolFacts, tools } from './tools.ts';
import type { Editor } from './use-editor.ts';

/** What the sheet of shortcuts says of the editor. */
const editorShortcuts: readonly Shortcut[] = [
  ...tools.map((tool) => ({ keys: toolFacts[tool].key, label: `Tool: ${toolFacts[tool].name}` })),
  { keys: '← ↑ → ↓', label: 'On the canvas: move the hex cursor' },
  { keys: 'Space', label: 'On the canvas: use the tool on the hex' },
  { keys: 'Enter', label: 'On the canvas: choose; pick up and put down' },
  { keys: 'Delete', label: 'On the canvas: take what lies on the hex off the map' },
  { keys: 'Escape', label: 'Give up what is begun' },
  { keys: 'F6', label: 'Next part of the editor' },
  { keys: 'Shift+F6', label: 'The part before' },
  { keys: 'F8', label: 'Next fault' },
  { keys: 'Ctrl+Z', label: 'Undo' },
  { keys: 'Ctrl+Y', label: 'Redo' },
];

/** The keys of the editor: its parts, tools, undo and redo, the next fault. The canvas hears those of its cursor. */
export function useEditorKeys(editor: Editor, showNext: () => void) {
  useListedShortcuts(editorShortcuts);
  const now = useRef({ editor, showNext });
  now.current = { editor, showNext };
  // The keyboard is outside React.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      if (press(event, now.current)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** @returns whether the key was one of the editor's */
function press(event: KeyboardEvent, { editor, showNext }: { editor: Editor; showNext: () => void }): boolean {
  const key = event.key.toLowerCase();
  const hasModifier = event.ctrlKey || event.metaKey;
  if (key === 'f6' && !hasModifier && !event.altKey) focusPane(event.shiftKey ? -1 : 1);
  else if (isTyping(event.target)) return false;
  else if (hasModifier) {
    if (key === 'z') (event.shiftKey ? editor.redo : editor.undo)();
    else if (key === 'y') editor.redo();
    else return false;
  } else if (key === 'f8') showNext();
  else if (event.altKey) return false;
  else if (key === 'escape' && (editor.carried || editor.begun)) giveUp(editor);
  else {
    const tool = tools.find((one) => toolFacts[one].key.toLowerCase() === key);
    if (!tool || !shortcutsOn()) return false;
    editor.choose({ tool });
  }
  return true;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=radio], [type=checkbox]), textarea, select') !== null;
