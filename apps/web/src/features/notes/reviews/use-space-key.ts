import { useEffect, useRef } from 'react';
import { useShortcutsOn } from '#lib/shortcuts.ts';

/** Runs a function on the space bar, unless a control has the focus. The list of shortcuts does not show this key. */
export function useSpaceKey(run: () => void): void {
  const isOn = useShortcutsOn();
  const latest = useRef(run);
  // Stores the latest closure, so that the listener does not have to be added again.
  useEffect(() => {
    latest.current = run;
  });
  // The keyboard is outside React.
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const isOnControl =
        target instanceof HTMLElement && target.closest('a, button, input, textarea, select, summary, dialog') !== null;
      if (event.key !== ' ' || event.repeat || event.ctrlKey || event.metaKey || event.altKey || isOnControl) return;
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}
