import { AppError } from '#platform/errors';

const minute = 60_000;
const MB = 1024 * 1024;

/** Who may have what for how long. Times in milliseconds. */
export const rules = {
  perUser: 2,
  lifetime: 60 * minute,
  extension: 30 * minute,
  extensions: 2,
  idle: 30 * minute,
  /** Longer than any start takes. After that, the process that was starting it must have gone. */
  starting: 2 * minute,
  /** A pass outlives every extension; whether the instance still runs is asked at each request. */
  longest: 120 * minute,
  entry: 30_000,
  starts: { name: 'lab-start', hits: 12, seconds: 600 },
  /** Each terminal that is opened, or comes back, takes one. */
  tickets: { name: 'lab-terminal', hits: 90, seconds: 60 },
  files: { name: 'lab-files', hits: 120, seconds: 60 },
  /** A learner who waits for a place and does not ask for so long has gone. */
  patience: 5 * minute,
  /** As many may wait for a place. */
  queue: 100,
} as const;

/** What an instance takes: places, and the memory that it may need when it is used. A shell takes more than a web page. */
const plain = { places: 1, memory: 64 * MB };
const withWorkspace = { places: 3, memory: 192 * MB };
const costOf = ({ hasWorkspace }: Taken) => (hasWorkspace ? withWorkspace : plain);

const mostPlaces = 300;
/** The memory that the rest of the machine keeps. */
const reserve = 384 * MB;

interface Taken {
  hasWorkspace: boolean;
}
/** Everything that has a place now. What still starts has not taken its memory yet. */
export type Running = Taken & { isStarting: boolean };

/** @throws AppError instance_limit */
export function mustHaveRoomForUser(active: number): void {
  if (active < rules.perUser) return;
  throw new AppError('instance_limit', `You already have ${rules.perUser} labs running. Stop one of them first.`);
}

/**
 * Who may start now, of those who wait: in their order, and nobody overtakes one for whom there is no room yet.
 * @param freeMemory bytes
 */
export function admitted<T extends Taken>(waiting: T[], running: Running[], freeMemory: number): T[] {
  let places = running.reduce((sum, one) => sum + costOf(one).places, 0);
  let memory = freeMemory - reserve - running.reduce((sum, one) => sum + (one.isStarting ? costOf(one).memory : 0), 0);
  const first = waiting.findIndex((one) => {
    const cost = costOf(one);
    if (places + cost.places > mostPlaces || memory < cost.memory) return true;
    places += cost.places;
    memory -= cost.memory;
    return false;
  });
  return first < 0 ? waiting : waiting.slice(0, first);
}

/** @throws AppError capacity_reached */
export function mustHaveRoomInQueue(waiting: number): void {
  if (waiting < rules.queue) return;
  throw new AppError('capacity_reached', 'All places for labs are taken, and too many wait for one. Try again later.', {
    retry_after: 120,
  });
}
