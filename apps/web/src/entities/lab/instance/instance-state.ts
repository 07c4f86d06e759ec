import type { Instance, Lab } from '@hexpedition/contract';

/** Phase of an instance in the user interface. `none`: never started; `ended`: an instance existed and has stopped. */
export type Phase = 'none' | 'starting' | 'running' | 'stopping' | 'ended';

export function phaseOf(instance: Instance | null | undefined): Phase {
  switch (instance?.status) {
    case undefined:
      return 'none';
    case 'queued':
    case 'starting':
      return 'starting';
    case 'running':
      return 'running';
    case 'stopping':
      return 'stopping';
    case 'stopped':
    case 'expired':
    case 'failed':
      return 'ended';
  }
}

/** Polling interval in milliseconds, or false. Short while the state is about to change, long while it runs. */
export function pollInterval(status: Instance['status'] | undefined): number | false {
  if (status === 'queued' || status === 'starting' || status === 'stopping') return 1000;
  return status === 'running' ? 20_000 : false;
}

/** Ways to access a lab: in its own tab, from its workspace, or both. */
export interface LabAccess {
  serves: Lab['serves'];
  workspace: boolean;
}

/** Returns the ways to access a lab. Assumes an HTTP lab until the lab is loaded, because most labs are. */
export const accessOf = (lab: Pick<Lab, 'serves' | 'workspace'> | undefined): LabAccess => ({
  serves: lab?.serves ?? 'http',
  workspace: lab?.workspace != null,
});

const ordinals = ['next', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** Describes an instance that does not run yet, in one line. */
export function startingText(instance: Instance | null | undefined): string {
  if (instance?.status !== 'queued') return 'Your instance is starting.';
  const { queue_position: position } = instance;
  if (position === null) return 'Waiting for a free slot.';
  return `The server is full. You are ${ordinals[position - 1] ?? `number ${position}`} in the queue.`;
}

/** Returns a warning in the last five minutes, and another one in the last minute. */
export function endWarning(secondsLeft: number, extensions: number): string | undefined {
  if (secondsLeft > 300) return undefined;
  const advice = extensions > 0 ? 'Extend it to continue.' : 'Submit your flags now.';
  return `The lab ends in less than ${secondsLeft > 60 ? 'five minutes' : 'one minute'}. ${advice}`;
}

/** Whether the learner stopped the instance while it was still in the queue. */
export const hasLeftQueue = ({ status, expires_at, error }: Instance): boolean =>
  status === 'stopped' && expires_at === null && error === null;

/** Describes an ended instance in one line. `error` is the reason if the learner did not stop it. */
export function endedText(instance: Instance): string {
  const { status, error, home } = instance;
  if (hasLeftQueue(instance)) return 'You left the queue.';
  if (status === 'failed') return error ?? 'The lab could not be started. Try again in a moment.';
  const why = error ?? (status === 'expired' ? 'Your time is up.' : 'Stopped.');
  return `${why} The next instance starts fresh${home ? ' and keeps your home' : ''}.`;
}
