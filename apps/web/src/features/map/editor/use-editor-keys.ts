import { useEffect, useRef } from 'react';
import { focusPane } from '#lib/focus-pane.ts';
import { type Shortcut, shortcutsOn, useListedShortcuts } from '#lib/shortcuts.ts';
import { cancelAction } from './canvas-focus.ts';
import { toolInfo, tools } from './editor-tools.ts';
import type { Editor } from './use-editor.ts';

/** Shortcuts of the editor for the shortcut sheet. */
const editorShortcuts: readonly Shortcut[] = [
  ...tools.map((tool) => ({ keys: toolInfo[tool].key, label: `Tool: ${toolInfo[tool].name}` })),
  { keys: '← ↑ → ↓', label: 'On the canvas: move the hex cursor' },
  { keys: 'Space', label: 'On the canvas: use the tool on the hex' },
  { keys: 'Enter', label: 'On the canvas: select, pick up and put down' },
  { keys: 'Delete', label: 'On the canvas: remove the item from the map' },
  { keys: 'Escape', label: 'Cancel the current action' },
  { keys: 'F6', label: 'Next part of the editor' },
  { keys: 'Shift+F6', label: 'Previous part of the editor' },
  { keys: 'F8', label: 'Next problem' },
  { keys: 'Ctrl+Z', label: 'Undo' },
  { keys: 'Ctrl+Y', label: 'Redo' },
];

/** Keys of the editor: parts, tools, undo, redo and the next problem. The canvas handles the keys of its cursor. */
export function useEditorKeys(editor: Editor, showNextProblem: () => void) {
  useListedShortcuts(editorShortcuts);
  const latest = useRef({ editor, showNextProblem });
  latest.current = { editor, showNextProblem };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      if (handleKey(event, latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

interface KeyContext {
  editor: Editor;
  showNextProblem: () => void;
}

/** Handles a key. @returns whether the key belongs to the editor */
function handleKey(event: KeyboardEvent, { editor, showNextProblem }: KeyContext): boolean {
  const key = event.key.toLowerCase();
  const hasModifier = event.ctrlKey || event.metaKey;
  if (key === 'f6' && !hasModifier && !event.altKey) focusPane(event.shiftKey ? -1 : 1);
  else if (isTyping(event.target)) return false;
  else if (hasModifier) {
    if (key === 'z') (event.shiftKey ? editor.redo : editor.undo)();
    else if (key === 'y') editor.redo();
    else return false;
  } else if (key === 'f8') showNextProblem();
  else if (event.altKey) return false;
  else if (key === 'escape' && (editor.carried || editor.pathStart)) cancelAction(editor);
  else {
    const tool = tools.find((one) => toolInfo[one].key.toLowerCase() === key);
    if (!tool || !shortcutsOn()) return false;
    editor.setOptions({ tool });
  }
  return true;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=radio], [type=checkbox]), textarea, select') !== null;
