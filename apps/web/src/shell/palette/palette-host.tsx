import { lazy, Suspense, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useShortcut, useShortcutsOn } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import { Kbd } from '#ui/kbd.tsx';
import css from './palette-host.module.css';

// Opened on demand: not part of the first load.
const Palette = lazy(() => import('./palette.tsx'));

/** The button in the top bar, and the palette that it opens. */
export function PaletteHost() {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
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
      {open && <Opened onClose={close} />}
    </>
  );
}

function Opened({ onClose }: { onClose: () => void }) {
  const early = useRef<(() => string) | null>(null);
  // The keyboard is outside React; before the paint, because somebody types.
  useLayoutEffect(() => {
    const take = keepKeys(onClose);
    early.current = take;
    return () => void take();
  }, [onClose]);
  return (
    <Suspense>
      <Palette takeEarly={() => early.current?.() ?? ''} onClose={onClose} />
    </Suspense>
  );
}

/**
 * Keeps what is typed while the palette is on its way: these keys are for its field, and no shortcuts.
 * @returns a function that ends it and tells what was typed
 */
function keepKeys(onEscape: () => void): () => string {
  let text = '';
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') onEscape();
    else if (event.key === 'Backspace') text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', onKey, true);
  return () => {
    window.removeEventListener('keydown', onKey, true);
    return text;
  };
}
