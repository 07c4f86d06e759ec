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
} as const;

const most = 300;
/** The memory that the rest of the machine keeps, and what one instance may need when it is used. */
const reserve = 384 * MB;
const oneInstance = 64 * MB;

/** @throws AppError instance_limit */
export function mustHaveRoomForUser(active: number): void {
  if (active < rules.perUser) return;
  throw new AppError('instance_limit', `You already have ${rules.perUser} labs running. Stop one of them first.`);
}

/** @throws AppError capacity_reached */
export function mustHaveRoomOnServer(active: number, freeMemory: number): void {
  if (active < most && freeMemory >= reserve + oneInstance) return;
  throw new AppError('capacity_reached', 'All places for labs are taken. Try again in a few minutes.', {
    retry_after: 120,
  });
}
