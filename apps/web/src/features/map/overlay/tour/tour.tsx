import { useState } from 'react';
import { dismiss, useDismissed } from '#shell/banners/dismissed-banners.ts';
import { Button } from '#ui/button.tsx';
import type { Atlas } from '../../atlas/atlas.ts';
import type { MapFrame } from '../../camera/map-frame.ts';
import css from './tour.module.css';
import { TourCard } from './tour-card.tsx';

const ID = 'tour of the map';

/** Offers newcomers a tour of the map, until they take or dismiss it on this device. */
export function Tour({ atlas, frame }: { atlas: Atlas; frame: MapFrame }) {
  const isDismissed = useDismissed()(ID);
  const [isRunning, setRunning] = useState(false);
  if (isDismissed) return null;
  const end = () => dismiss(ID);
  if (isRunning) return <TourCard atlas={atlas} frame={frame} onEnd={end} />;
  return (
    <section className={css.offer} aria-label="First visit" data-overlay>
      <p>First time here?</p>
      <Button size="sm" onClick={() => setRunning(true)}>
        Take the tour
      </Button>
      <Button size="sm" square variant="quiet" icon="close" aria-label="Skip the tour" onClick={end} />
    </section>
  );
}
