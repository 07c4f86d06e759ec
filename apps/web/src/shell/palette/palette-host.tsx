import { lazy, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useShortcut, useShortcutsOn } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import { Kbd } from '#ui/kbd.tsx';
import css from './palette-host.module.css';

// Opened on demand: not part of the first load.
const Palette = lazy(() => import('./palette.tsx'));

/** The button in the top bar, and the palette that it opens. */
export function PaletteHost() {
  const [open, setOpen] = useState(false);
  const keysOn = useShortcutsOn();
  useShortcut('Ctrl+K', 'Search and go anywhere', () => setOpen(true));
  useShortcut('/', 'Search', () => setOpen(true));
  return (
    <>
      <Button className={css.button} variant="quiet" icon="search" onClick={() => setOpen(true)}>
        <span className={css.word}>Search</span>
        {keysOn && (
          <span className={css.keys} aria-hidden="true">
            <Kbd>Ctrl K</Kbd>
          </span>
        )}
      </Button>
      {open && <Opened onClose={() => setOpen(false)} />}
    </>
  );
}

function Opened({ onClose }: { onClose: () => void }) {
  const typed = useRef('');
  return (
    <Suspense fallback={<Coming typed={typed} onClose={onClose} />}>
      <Palette typed={typed} onClose={onClose} />
    </Suspense>
  );
}

/** Keeps what is typed while the palette is on its way: these keys are for its field, and no shortcuts. */
function Coming({ typed, onClose }: { typed: RefObject<string>; onClose: () => void }) {
  // The keyboard is outside React; before the paint, because somebody types.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') onClose();
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) typed.current += event.key;
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [typed, onClose]);
  return null;
}
