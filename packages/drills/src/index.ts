import type { Drill, Round } from './drill.ts';
import { accessDrills } from './makers/access.ts';
import { appEntryPointDrills } from './makers/app-entry-points.ts';
import { appDrills } from './makers/apps.ts';
import { assemblyDrills } from './makers/assembly.ts';
import { binaryDrills } from './makers/binaries.ts';
import { busDrills } from './makers/buses.ts';
import { bytecodeDrills } from './makers/bytecode.ts';
import { captureDrills } from './makers/captures.ts';
import { cipherDrills } from './makers/ciphers.ts';
import { contextDrills } from './makers/contexts.ts';
import { diskDrills } from './makers/disks.ts';
import { encodingDrills } from './makers/encodings.ts';
import { evaluationDrills } from './makers/evaluation.ts';
import { findCommandDrills } from './makers/find-command.ts';
import { firmwareDrills } from './makers/firmware.ts';
import { forensicTraceDrills } from './makers/forensic-traces.ts';
import { glitchDrills } from './makers/glitches.ts';
import { hashDrills } from './makers/hashes.ts';
import { keyDrills } from './makers/keys.ts';
import { linuxJobDrills } from './makers/linux-jobs.ts';
import { linuxUserDrills } from './makers/linux-users.ts';
import { listingDrills } from './makers/listings.ts';
import { memoryDrills } from './makers/memory.ts';
import { memoryBugDrills } from './makers/memory-bugs.ts';
import { modeDrills } from './makers/modes.ts';
import { numberGeneratorDrills } from './makers/number-generators.ts';
import { packetDrills } from './makers/packets.ts';
import { passwordGuessingDrills } from './makers/password-guessing.ts';
import { pathDrills } from './makers/paths.ts';
import { permissionDrills } from './makers/permissions.ts';
import { phoneDrills } from './makers/phones.ts';
import { portDrills } from './makers/ports.ts';
import { queryDrills } from './makers/queries.ts';
import { radioDrills } from './makers/radio.ts';
import { radioMessageDrills } from './makers/radio-messages.ts';
import { requestDrills } from './makers/requests.ts';
import { rsaDrills } from './makers/rsa.ts';
import { scriptDrills } from './makers/scripts.ts';
import { segmentDrills } from './makers/segments.ts';
import { serialCheckDrills } from './makers/serial-checks.ts';
import { sessionDrills } from './makers/sessions.ts';
import { setuidDrills } from './makers/setuid.ts';
import { shellDrills } from './makers/shell.ts';
import { shellPipelineDrills } from './makers/shell-pipelines.ts';
import { sideChannelDrills } from './makers/side-channels.ts';
import { sinkDrills } from './makers/sinks.ts';
import { tokenDrills } from './makers/tokens.ts';
import { trafficDrills } from './makers/traffic.ts';
import { webAnswerDrills } from './makers/web-answers.ts';
import { webBasicsDrills } from './makers/web-basics.ts';
import { wireDrills } from './makers/wires.ts';
import { xorDrills } from './makers/xor.ts';
import { createRandom } from './random.ts';

export type { Drill, DrillInput, Round } from './drill.ts';
export { explainWrongAnswer } from './explain-wrong-answer.ts';

/** Every drill by its name in lessons. */
export const drills: ReadonlyMap<string, Drill> = new Map<string, Drill>(
  Object.entries({
    ...encodingDrills,
    ...hashDrills,
    ...xorDrills,
    ...cipherDrills,
    ...modeDrills,
    ...numberGeneratorDrills,
    ...keyDrills,
    ...rsaDrills,
    ...assemblyDrills,
    ...listingDrills,
    ...memoryDrills,
    ...memoryBugDrills,
    ...segmentDrills,
    ...binaryDrills,
    ...serialCheckDrills,
    ...bytecodeDrills,
    ...packetDrills,
    ...permissionDrills,
    ...diskDrills,
    ...forensicTraceDrills,
    ...captureDrills,
    ...trafficDrills,
    ...radioDrills,
    ...radioMessageDrills,
    ...wireDrills,
    ...busDrills,
    ...firmwareDrills,
    ...sideChannelDrills,
    ...glitchDrills,
    ...appDrills,
    ...appEntryPointDrills,
    ...phoneDrills,
    ...webAnswerDrills,
    ...webBasicsDrills,
    ...accessDrills,
    ...linuxUserDrills,
    ...evaluationDrills,
    ...contextDrills,
    ...sinkDrills,
    ...linuxJobDrills,
    ...pathDrills,
    ...requestDrills,
    ...shellDrills,
    ...portDrills,
    ...passwordGuessingDrills,
    ...sessionDrills,
    ...tokenDrills,
    ...shellPipelineDrills,
    ...findCommandDrills,
    ...queryDrills,
    ...scriptDrills,
    ...setuidDrills,
  }),
);

/** Returns the round that a drill generates from a seed. */
export const roundOf = (drill: Drill, seed: Uint8Array): Round => drill.make(createRandom(seed));
