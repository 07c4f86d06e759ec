import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import type { Atlas } from '../../atlas/atlas.ts';
import type { MapFrame } from '../../camera/map-frame.ts';
import type { CameraState } from '../../camera/map-view.ts';
import css from './tour.module.css';

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

interface Stop {
  name: string;
  text: string;
  /** Camera position. Omit to keep the current one. */
  view?: CameraState | undefined;
}

/** Returns the stops of the tour. @param home camera position before the tour, restored at its end */
function tourStops(atlas: Atlas, home: CameraState | undefined): Stop[] {
  const { start, map } = atlas;
  const next = atlas.paths.find(({ from }) => from === start?.ref);
  const second = next && atlas.byRef.get(next.to);
  const between = start && second && { x: (start.x + second.x) / 2, y: (start.y + second.y) / 2, k: 0.8 };
  const labs = map.continents.some((continent) => continent.labs.length > 0);
  return [
    {
      name: 'A hex is a course',
      text: `Each course has a few short lessons${labs ? '. A small hex with a flask is a lab: a machine of your own to break into' : ' with a video or two'}. A lock and a dashed edge mean that you cannot open it yet.`,
      view: start ? { x: start.x, y: start.y, k: 1.1 } : undefined,
    },
    {
      name: 'Dotted lines show the path',
      text: 'They lead from one course to the next one that builds on it. When you finish a course, its hex is filled and the line becomes solid. You can leave the path at any time.',
      view: between ?? undefined,
    },
    {
      name: 'Move around the map',
      text: 'Drag to move, and zoom with the wheel or two fingers. By keyboard: Tab reaches the map, arrow keys move between hexes, Enter opens one, Escape goes up one level.',
      view: home && { ...home, k: home.k * 0.55 },
    },
    {
      name: 'Find your way back',
      text: 'Search finds every course, lesson and lab by name. “List” shows the map as a list. The marked hex is where you continue.',
      view: home,
    },
  ];
}
