import { type RefObject, useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { Atlas } from '../atlas/atlas.ts';
import type { Journey } from '../atlas/journey.ts';
import type { MapFrame } from '../camera/map-frame.ts';
import { markCrowded } from '../scene/crowding.ts';
import { MapMarks } from '../scene/map-marks.tsx';
import { Graticule } from './graticule.tsx';

export { Minimap } from './minimap.tsx';

import { Tour } from './tour/tour.tsx';

interface Props {
  atlas: Atlas;
  journey: Journey;
  frame: MapFrame;
  scene: RefObject<SVGSVGElement | null>;
  /** Whether the URL selects nothing on the map. */
  isWhole: boolean;
}

/** Parts of the map that load after the page: graticule, marks on hexes, hiding of crowded names, and the tour. */
export function MapExtras({ atlas, journey, frame, scene, isWhole }: Props) {
  // Written to attributes of the scene's links, outside React.
  useEffect(() => {
    if (scene.current) markCrowded(scene.current, atlas, journey.here);
  }, [scene, atlas, journey.here]);
  return (
    <>
      <Graticule frame={frame} origin={mapCorner(atlas)} />
      {scene.current && createPortal(<MapMarks atlas={atlas} journey={journey} />, scene.current)}
      {isWhole && journey.marker === 'start' && <Tour atlas={atlas} frame={frame} />}
    </>
  );
}

/** Upper left corner of the drawn map. */
const mapCorner = ({ map: { bounds } }: Atlas) => ({
  x: Math.floor(bounds.x / 128) * 128 - 512,
  y: Math.floor(bounds.y / 128) * 128 - 512,
});
