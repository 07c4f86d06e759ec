import { useEffect, useRef } from 'react';
import { goToPart } from '#lib/go-to-part.ts';
import { type Shortcut, useListedShortcuts } from '#lib/shortcuts.ts';

const always: readonly Shortcut[] = [
  { keys: 'F6', label: 'Next part of the bench; it leads out of the terminal' },
  { keys: 'Shift+F6', label: 'The part before' },
];
const ofTerminal: readonly Shortcut[] = [
  { keys: 'Ctrl+Shift+C', label: 'In the terminal: copy what is selected' },
  { keys: 'Ctrl+Shift+V', label: 'In the terminal: paste' },
  { keys: 'Ctrl+Shift+F', label: 'In the terminal: find' },
  { keys: 'F2', label: 'On a tab of the terminal: rename it' },
  { keys: 'Delete', label: 'On a tab of the terminal: close it' },
];
const ofRepair: readonly Shortcut[] = [{ keys: 'Ctrl+Enter', label: 'Run the tests of the repair' }];
const none: readonly Shortcut[] = [];

interface Acts {
  /** Left out where there is no repair. */
  onRun: (() => void) | undefined;
  hasTerminal: boolean;
}

/** The keys of the bench; the terminal and the source hear their own. */
export function useBenchKeys(acts: Acts) {
  useListedShortcuts(always);
  useListedShortcuts(acts.hasTerminal ? ofTerminal : none);
  useListedShortcuts(acts.onRun ? ofRepair : none);
  const now = useRef(acts);
  now.current = acts;
  // The keyboard is outside React. The terminal would send F6 to the shell, so this hears it first.
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

/** @returns whether the key was one of the bench's */
function press({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent, { onRun }: Acts): boolean {
  if (key === 'F6' && !ctrlKey && !metaKey && !altKey) {
    goToPart(shiftKey ? -1 : 1);
    return true;
  }
  const isRun = key === 'Enter' && (ctrlKey || metaKey) && !altKey && !shiftKey;
  // What is typed in the terminal is the shell's.
  if (!isRun || !onRun || (target instanceof Element && target.closest('.xterm'))) return false;
  onRun();
  return true;
}
