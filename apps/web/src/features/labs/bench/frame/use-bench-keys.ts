import { useEffect, useRef } from 'react';
import { focusPane } from '#lib/focus-pane.ts';
import { type Shortcut, useListedShortcuts } from '#lib/shortcuts.ts';

const benchShortcuts: readonly Shortcut[] = [
  { keys: 'F6', label: 'Next part of the workspace, also out of the terminal' },
  { keys: 'Shift+F6', label: 'Previous part of the workspace' },
];
const terminalShortcuts: readonly Shortcut[] = [
  { keys: 'Ctrl+Shift+C', label: 'In the terminal: copy the selection' },
  { keys: 'Ctrl+Shift+V', label: 'In the terminal: paste' },
  { keys: 'Ctrl+Shift+F', label: 'In the terminal: find' },
  { keys: 'F2', label: 'On a terminal tab: rename it' },
  { keys: 'Delete', label: 'On a terminal tab: close it' },
];
const repairShortcuts: readonly Shortcut[] = [{ keys: 'Ctrl+Enter', label: 'Run the repair tests' }];
const noShortcuts: readonly Shortcut[] = [];

interface Actions {
  /** Runs the repair tests; undefined if the lab has no repair. */
  onRun: (() => void) | undefined;
  hasTerminal: boolean;
}

/** Handles the keys of the bench. The terminal and the source editor handle their own keys. */
export function useBenchKeys(actions: Actions) {
  useListedShortcuts(benchShortcuts);
  useListedShortcuts(actions.hasTerminal ? terminalShortcuts : noShortcuts);
  useListedShortcuts(actions.onRun ? repairShortcuts : noShortcuts);
  const latest = useRef(actions);
  latest.current = actions;
  // Listens in the capture phase, because the terminal would send F6 to the shell.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]') || !runShortcut(event, latest.current)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}

/** Runs the shortcut of a key. @returns whether the key is a shortcut of the bench */
function runShortcut({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent, { onRun }: Actions): boolean {
  if (key === 'F6' && !ctrlKey && !metaKey && !altKey) {
    focusPane(shiftKey ? -1 : 1);
    return true;
  }
  const isRun = key === 'Enter' && (ctrlKey || metaKey) && !altKey && !shiftKey;
  // Keys in the terminal go to the shell.
  if (!isRun || !onRun || (target instanceof Element && target.closest('.xterm'))) return false;
  onRun();
  return true;
}
