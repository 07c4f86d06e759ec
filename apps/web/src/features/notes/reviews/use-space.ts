import { useEffect, useRef } from 'react';
import { useShortcutsOn } from '#lib/shortcuts.ts';

/** Listens for the space bar where it neither types nor presses anything. The list of shortcuts does not name it. */
export function useSpace(run: () => void): void {
  const isOn = useShortcutsOn();
  const latest = useRef(run);
  // Keeps the newest closure without listening again.
  useEffect(() => {
    latest.current = run;
  });
  // The keyboard is outside React.
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const isTaken =
        target instanceof HTMLElement && target.closest('a, button, input, textarea, select, summary, dialog') !== null;
      if (event.key !== ' ' || event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTaken) return;
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}
