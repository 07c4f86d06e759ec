import { type RefObject, useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { Atlas } from '../atlas/atlas.ts';
import type { Journey } from '../atlas/journey.ts';
import type { MapFrame } from '../camera/map-frame.ts';
import { markCrowded } from '../scene/crowding.ts';
import { Marks } from '../scene/marks.tsx';
import { Graticule } from './graticule.tsx';

export { Minimap } from './minimap.tsx';

import { Tour } from './tour/tour.tsx';

interface Props {
  atlas: Atlas;
  journey: Journey;
  frame: MapFrame;
  scene: RefObject<SVGSVGElement | null>;
  /** Whether the address names nothing on the map. */
  isWhole: boolean;
}

/** What the chart does without until the page stands: its numbered frame, marks on hexes, room for names, the tour. */
export function MapExtras({ atlas, journey, frame, scene, isWhole }: Props) {
  // The marks for crowded names stand on the links of the scene, but are not React's.
  useEffect(() => {
    if (scene.current) markCrowded(scene.current, atlas, journey.here);
  }, [scene, atlas, journey.here]);
  return (
    <>
      <Graticule frame={frame} origin={chartCorner(atlas)} />
      {scene.current && createPortal(<Marks atlas={atlas} journey={journey} />, scene.current)}
      {isWhole && journey.marker === 'start' && <Tour atlas={atlas} frame={frame} />}
    </>
  );
}

/** Upper left of everything that is drawn. */
const chartCorner = ({ map: { bounds } }: Atlas) => ({
  x: Math.floor(bounds.x / 128) * 128 - 512,
  y: Math.floor(bounds.y / 128) * 128 - 512,
});
