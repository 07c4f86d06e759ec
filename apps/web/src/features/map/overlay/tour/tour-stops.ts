import type { Atlas } from '../../atlas/atlas.ts';
import type { CameraState } from '../../camera/view.ts';

interface Stop {
  name: string;
  text: string;
  /** Where the camera goes; it stays where it is when this is left out. */
  view?: CameraState | undefined;
}

/** What a newcomer is shown, in order. @param home where the camera stands before, and goes at the end */
export function tourStops(atlas: Atlas, home: CameraState | undefined): Stop[] {
  const { start, map } = atlas;
  const next = atlas.paths.find(({ from }) => from === start?.ref);
  const second = next && atlas.byRef.get(next.to);
  const between = start && second && { x: (start.x + second.x) / 2, y: (start.y + second.y) / 2, k: 0.8 };
  const labs = map.continents.some((continent) => continent.labs.length > 0);
  return [
    {
      name: 'A hex is a course',
      text: `Each has a few short lessons${labs ? '. A small one with a flask is a lab: a machine of your own to break into' : ' around a film or two'}. A lock and a dashed edge say that it waits for something.`,
      view: start ? { x: start.x, y: start.y, k: 1.1 } : undefined,
    },
    {
      name: 'The dotted line leads on',
      text: 'It goes from one course to the one that builds on it. What you finish fills its hex, and the line behind you becomes solid. You may leave it wherever you like.',
      view: between ?? undefined,
    },
    {
      name: 'Move as on any chart',
      text: 'Drag it, and zoom with the wheel or two fingers. By keyboard: Tab reaches the map, arrow keys walk from hex to hex, Enter opens, Escape goes up.',
      view: home && { ...home, k: home.k * 0.55 },
    },
    {
      name: 'Nothing gets lost',
      text: 'Search finds every course, lesson and lab by name. “List” shows the same as a plain list. And the marked hex is where you go on.',
      view: home,
    },
  ];
}
