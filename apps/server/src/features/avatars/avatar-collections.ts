import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Avatars } from '@hexpedition/contract';
import { projectRoot } from '#platform/paths';

const folder = join(projectRoot, 'apps/server/src/features/avatars/collections');

/** The drawn avatars, collections/<slug>/<file>.svg, in display order. */
const drawn: Record<string, { name: string; avatars: Record<string, string> }> = {
  crew: {
    name: 'The crew',
    avatars: {
      captain: 'Captain',
      diver: 'Diver',
      navigator: 'Navigator',
      ghost: 'Ghost',
      robot: 'Robot',
      cat: 'Ship’s cat',
      parrot: 'Parrot',
      skull: 'Old hand',
    },
  },
  deep: {
    name: 'From the deep',
    avatars: {
      octopus: 'Octopus',
      anglerfish: 'Anglerfish',
      jellyfish: 'Jellyfish',
      whale: 'Whale',
      pufferfish: 'Pufferfish',
      turtle: 'Turtle',
      crab: 'Crab',
      manta: 'Manta ray',
    },
  },
  gear: {
    name: 'Instruments',
    avatars: {
      compass: 'Compass',
      sextant: 'Sextant',
      hourglass: 'Hourglass',
      lantern: 'Lantern',
      spyglass: 'Spyglass',
      wheel: 'Ship’s wheel',
      armillary: 'Armillary sphere',
      anchor: 'Anchor',
    },
  },
  signals: {
    name: 'Signals',
    avatars: {
      lighthouse: 'Lighthouse',
      buoy: 'Buoy',
      hoist: 'Signal flags',
      fire: 'Beacon fire',
      mast: 'Radio mast',
      bottle: 'Message in a bottle',
      flare: 'Flare',
      storm: 'Storm',
    },
  },
};

export const collections: Avatars['collections'] = Object.entries(drawn).map(([slug, { name, avatars }]) => ({
  slug,
  name,
  avatars: Object.entries(avatars).map(([file, title]) => ({
    id: `${slug}-${file}`,
    name: title,
    image: `/avatars/${slug}/${file}.svg`,
  })),
}));

const images = new Map(collections.flatMap(({ avatars }) => avatars.map(({ id, image }) => [id, image])));

/** Returns the path of a drawn avatar. */
export const findDrawingPath = (id: string): string | undefined => images.get(id);

export interface Drawing {
  svg: Buffer;
  etag: string;
}

/** Reads every drawing by its path. Only these paths are served, so no path can escape the folder. */
export function readDrawings(): ReadonlyMap<string, Drawing> {
  return new Map(
    [...images.values()].map((path) => {
      const svg = readFileSync(join(folder, path.slice('/avatars/'.length)));
      return [path, { svg, etag: `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"` }];
    }),
  );
}
