import { lazy, Suspense, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useShortcut, useShortcutsOn } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import { Kbd } from '#ui/kbd.tsx';
import css from './palette-host.module.css';

// Loaded on demand.
const Palette = lazy(() => import('./palette.tsx'));

/** The search button in the top bar, and the palette that it opens. */
export function PaletteHost() {
  // The element that had the focus when the user opened the palette. Read at once: until the palette shows,
  // the route announcer may move the focus.
  const [opener, setOpener] = useState<Element | null>(null);
  const open = () => setOpener((current) => current ?? document.activeElement ?? document.body);
  const close = useCallback(() => setOpener(null), []);
  const keysOn = useShortcutsOn();
  useShortcut('Ctrl+K', 'Search and go anywhere', open);
  useShortcut('/', 'Search', open);
  return (
    <>
      <Button className={css.button} variant="quiet" icon="search" onClick={open}>
        <span className={css.word}>Search</span>
        {keysOn && (
          <span className={css.keys} aria-hidden="true">
            <Kbd>Ctrl K</Kbd>
          </span>
        )}
      </Button>
      {opener && <OpenPalette opener={opener} onClose={close} />}
    </>
  );
}

function OpenPalette({ opener, onClose }: { opener: Element; onClose: () => void }) {
  const buffered = useRef<(() => string) | null>(null);
  // Before the next paint, because the user may already be typing.
  useLayoutEffect(() => {
    const take = bufferKeys(onClose);
    buffered.current = take;
    return () => void take();
  }, [onClose]);
  return (
    <Suspense>
      <Palette opener={opener} takeBufferedText={() => buffered.current?.() ?? ''} onClose={onClose} />
    </Suspense>
  );
}

/**
 * Buffers keys while the palette loads: they are for its field, not shortcuts.
 * @returns function that stops buffering and returns the typed text
 */
function bufferKeys(onEscape: () => void): () => string {
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
