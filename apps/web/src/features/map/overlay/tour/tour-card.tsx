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

/** Card of the tour. Each stop has a text and a camera view. Escape or a button ends the tour at any stop. */
export function TourCard({ atlas, frame, onEnd }: Props) {
  const [stops] = useState(() => tourStops(atlas, frame.camera?.goal));
  const [index, setIndex] = useState(0);
  const content = useRef<HTMLDivElement>(null);
  const stop = stops[index];

  useEffect(() => {
    if (stop?.view) frame.camera?.flyTo(stop.view);
    content.current?.focus();
  }, [stop, frame]);

  // Captures Escape before the map, where it goes one level up.
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
  const isLast = index === stops.length - 1;
  return (
    <section className={css.tour} aria-label="Tour" data-overlay data-tour>
      <Card size="sm" className={css.card ?? ''}>
        <div ref={content} tabIndex={-1} className={css.words}>
          <Label tone="beacon">{`${index + 1} of ${stops.length}`}</Label>
          <h2 className={css.name}>{stop.name}</h2>
          <p>{stop.text}</p>
        </div>
        <div className={css.actions}>
          {!isLast && (
            <Button variant="quiet" onClick={onEnd}>
              Skip
            </Button>
          )}
          {index > 0 && <Button onClick={() => setIndex(index - 1)}>Back</Button>}
          <Button variant="primary" onClick={() => (isLast ? onEnd() : setIndex(index + 1))}>
            {isLast ? 'Done' : 'Next'}
          </Button>
        </div>
      </Card>
    </section>
  );
}
