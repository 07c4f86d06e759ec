import { lazy, Suspense, useState } from 'react';
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
      {open && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
