import type { Drill, Round } from './drill.ts';
import { accessDrills } from './makers/access.ts';
import { assemblyDrills } from './makers/assembly.ts';
import { captureDrills } from './makers/captures.ts';
import { cipherDrills } from './makers/ciphers.ts';
import { contextDrills } from './makers/contexts.ts';
import { diskDrills } from './makers/disks.ts';
import { encodingDrills } from './makers/encodings.ts';
import { evaluationDrills } from './makers/evaluation.ts';
import { hashDrills } from './makers/hashes.ts';
import { linuxUserDrills } from './makers/linux-users.ts';
import { listingDrills } from './makers/listings.ts';
import { memoryDrills } from './makers/memory.ts';
import { modeDrills } from './makers/modes.ts';
import { packetDrills } from './makers/packets.ts';
import { permissionDrills } from './makers/permissions.ts';
import { radioDrills } from './makers/radio.ts';
import { radioMessageDrills } from './makers/radio-messages.ts';
import { rsaDrills } from './makers/rsa.ts';
import { sinkDrills } from './makers/sinks.ts';
import { traceDrills } from './makers/traces.ts';
import { trafficDrills } from './makers/traffic.ts';
import { webAnswerDrills } from './makers/web-answers.ts';
import { webBasicsDrills } from './makers/web-basics.ts';
import { xorDrills } from './makers/xor.ts';
import { createRandom } from './random.ts';

export type { Drill, Given, Round } from './drill.ts';

/** Every drill by the name that a lesson asks for it with. */
export const drills: ReadonlyMap<string, Drill> = new Map<string, Drill>(
  Object.entries({
    ...encodingDrills,
    ...hashDrills,
    ...xorDrills,
    ...cipherDrills,
    ...modeDrills,
    ...rsaDrills,
    ...assemblyDrills,
    ...listingDrills,
    ...memoryDrills,
    ...packetDrills,
    ...permissionDrills,
    ...diskDrills,
    ...traceDrills,
    ...captureDrills,
    ...trafficDrills,
    ...radioDrills,
    ...radioMessageDrills,
    ...webAnswerDrills,
    ...webBasicsDrills,
    ...accessDrills,
    ...linuxUserDrills,
    ...evaluationDrills,
    ...contextDrills,
    ...sinkDrills,
  }),
);

/** The round of a drill that follows from a seed. */
export const roundOf = (drill: Drill, seed: Uint8Array): Round => drill.make(createRandom(seed));
