import { useState } from 'react';
import { dismiss, useDismissed } from '#shell/banners/dismissed-banners.ts';
import { Button } from '#ui/button.tsx';
import type { Atlas } from '../../atlas/atlas.ts';
import type { MapFrame } from '../../camera/map-frame.ts';
import css from './tour.module.css';
import { TourCard } from './tour-card.tsx';

const ID = 'tour of the map';

/** Offers a newcomer a look around, once: whoever has taken it or put it away is not asked again on this device. */
export function Tour({ atlas, frame }: { atlas: Atlas; frame: MapFrame }) {
  const isOver = useDismissed()(ID);
  const [isOn, setOn] = useState(false);
  if (isOver) return null;
  const end = () => dismiss(ID);
  if (isOn) return <TourCard atlas={atlas} frame={frame} onEnd={end} />;
  return (
    <section className={css.offer} aria-label="First visit" data-overlay>
      <p>First time here?</p>
      <Button size="sm" onClick={() => setOn(true)}>
        Look around
      </Button>
      <Button size="sm" square variant="quiet" icon="close" aria-label="No, thank you" onClick={end} />
    </section>
  );
}
