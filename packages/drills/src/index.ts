import type { Drill, Round } from './drill.ts';
import { assemblyDrills } from './makers/assembly.ts';
import { encodingDrills } from './makers/encodings.ts';
import { packetDrills } from './makers/packets.ts';
import { permissionDrills } from './makers/permissions.ts';
import { rsaDrills } from './makers/rsa.ts';
import { xorDrills } from './makers/xor.ts';
import { createRandom } from './random.ts';

export type { Drill, Given, Round } from './drill.ts';

/** Every drill by the name that a lesson asks for it with. */
export const drills: ReadonlyMap<string, Drill> = new Map<string, Drill>(
  Object.entries({
    ...encodingDrills,
    ...xorDrills,
    ...rsaDrills,
    ...assemblyDrills,
    ...packetDrills,
    ...permissionDrills,
  }),
);

/** The round of a drill that follows from a seed. */
export const roundOf = (drill: Drill, seed: Uint8Array): Round => drill.make(createRandom(seed));
