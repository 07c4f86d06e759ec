import { AppError } from '#platform/errors';

const minute = 60_000;
const MB = 1024 * 1024;

/** Limits of instances. Times in milliseconds. */
export const rules = {
  perUser: 2,
  lifetime: 60 * minute,
  extension: 30 * minute,
  extensions: 2,
  idle: 30 * minute,
  /** Longer than any start takes. After this time, the process that was starting the instance is assumed dead. */
  starting: 2 * minute,
  /** Lifetime of a gateway pass. It exceeds all extensions; the gateway checks the instance at each request. */
  passLifetime: 120 * minute,
  /** Lifetime of an entry token or terminal ticket. */
  entryLifetime: 30_000,
  starts: { name: 'lab-start', hits: 12, seconds: 600 },
  /** Each opened or resumed terminal needs one ticket. */
  tickets: { name: 'lab-terminal', hits: 90, seconds: 60 },
  files: { name: 'lab-files', hits: 120, seconds: 60 },
  /** A queued instance expires when its learner has not polled it for this long. */
  queueTimeout: 5 * minute,
  /** Maximum number of queued instances. */
  queue: 100,
} as const;

/** Cost of an instance: slots, and the memory that it may need in use. A shell needs more than a web page. */
const plain = { slots: 1, memory: 64 * MB };
const withWorkspace = { slots: 3, memory: 192 * MB };
const costOf = ({ hasWorkspace }: InstanceSize) => (hasWorkspace ? withWorkspace : plain);

/** Slots of one node. */
export const maxSlots = 300;
/** Memory that is reserved for the rest of the machine. */
const reservedMemory = 384 * MB;

/** Returns the slots that instances occupy. */
export const slotsOf = (instances: InstanceSize[]): number =>
  instances.reduce((sum, instance) => sum + costOf(instance).slots, 0);

interface InstanceSize {
  hasWorkspace: boolean;
}
/** An instance that occupies slots. While it starts, it has not allocated its memory yet. */
export type RunningInstance = InstanceSize & { isStarting: boolean };

/** @throws AppError instance_limit */
export function assertUserLimit(active: number): void {
  if (active < rules.perUser) return;
  throw new AppError('instance_limit', `You already have ${rules.perUser} labs running. Stop one of them first.`);
}

/**
 * Returns the queued instances that can start now. Keeps the order of the queue: an instance that does not fit blocks all
 * later ones.
 * @param freeMemory bytes
 */
export function selectStartable<T extends InstanceSize>(
  queued: T[],
  running: RunningInstance[],
  freeMemory: number,
): T[] {
  let slots = slotsOf(running);
  const starting = running.reduce((sum, instance) => sum + (instance.isStarting ? costOf(instance).memory : 0), 0);
  let memory = freeMemory - reservedMemory - starting;
  const firstBlocked = queued.findIndex((instance) => {
    const cost = costOf(instance);
    if (slots + cost.slots > maxSlots || memory < cost.memory) return true;
    slots += cost.slots;
    memory -= cost.memory;
    return false;
  });
  return firstBlocked < 0 ? queued : queued.slice(0, firstBlocked);
}

/** @throws AppError capacity_reached */
export function assertQueueLimit(queued: number): void {
  if (queued < rules.queue) return;
  throw new AppError(
    'capacity_reached',
    'The server is running as many labs as it can, and the queue is full. Try again later.',
    {
      retry_after: 120,
    },
  );
}
