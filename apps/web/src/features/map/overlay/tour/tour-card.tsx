import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import type { Atlas } from '../../atlas/atlas.ts';
import type { MapFrame } from '../../camera/map-frame.ts';
import css from './tour.module.css';
import { tourStops } from './tour-stops.ts';

interface Props {
  atlas: Atlas;
  frame: MapFrame;
  onEnd: () => void;
}

/** A few stops at which the camera shows what the words tell. Escape, and a button, end it at any of them. */
export function TourCard({ atlas, frame, onEnd }: Props) {
  const [stops] = useState(() => tourStops(atlas, frame.camera?.goal));
  const [at, setAt] = useState(0);
  const words = useRef<HTMLDivElement>(null);
  const stop = stops[at];

  // The camera is outside React, and so is the focus.
  useEffect(() => {
    if (stop?.view) frame.camera?.flyTo(stop.view);
    words.current?.focus();
  }, [stop, frame]);

  // The keyboard is outside React. Before the map hears it: there Escape goes a level up.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      onEnd();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [onEnd]);

  if (!stop) return null;
  const isLast = at === stops.length - 1;
  return (
    <section className={css.tour} aria-label="A look around" data-overlay data-tour>
      <Card size="sm" className={css.card ?? ''}>
        <div ref={words} tabIndex={-1} className={css.words}>
          <Label tone="beacon">{`${at + 1} of ${stops.length}`}</Label>
          <h2 className={css.name}>{stop.name}</h2>
          <p>{stop.text}</p>
        </div>
        <div className={css.actions}>
          {!isLast && (
            <Button variant="quiet" onClick={onEnd}>
              Skip
            </Button>
          )}
          {at > 0 && <Button onClick={() => setAt(at - 1)}>Back</Button>}
          <Button variant="primary" onClick={() => (isLast ? onEnd() : setAt(at + 1))}>
            {isLast ? 'Set off' : 'Next'}
          </Button>
        </div>
      </Card>
    </section>
  );
}
