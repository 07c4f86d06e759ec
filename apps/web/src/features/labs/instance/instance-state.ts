import type { Instance, Lab } from '@hexpedition/contract';

/** How the panel shows an instance. `ended`: there was one, and it is over. */
export type Phase = 'none' | 'waking' | 'running' | 'stopping' | 'ended';

export function phaseOf(instance: Instance | null | undefined): Phase {
  switch (instance?.status) {
    case undefined:
      return 'none';
    case 'queued':
    case 'starting':
      return 'waking';
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

/** Milliseconds until the next question, or false: often while something is about to happen, seldom while it runs. */
export function pollEvery(status: Instance['status'] | undefined): number | false {
  if (status === 'queued' || status === 'starting' || status === 'stopping') return 1000;
  return status === 'running' ? 20_000 : false;
}

/** How a lab is reached: in a tab of its own, from its workspace, or both. */
export interface LabWays {
  serves: Lab['serves'];
  workspace: boolean;
}

/** A lab that is not known yet is one of those in the browser, as most are. */
export const waysOf = (lab: Pick<Lab, 'serves' | 'workspace'> | undefined): LabWays => ({
  serves: lab?.serves ?? 'http',
  workspace: lab?.workspace != null,
});

const ordinals = ['next', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** One line about an instance that does not run yet. */
export function wakingWords(instance: Instance | null | undefined): string {
  if (instance?.status !== 'queued') return 'A moment: your own copy wakes up.';
  const { place } = instance;
  if (place === null) return 'Waiting for a free place.';
  return `All places are taken. You are ${ordinals[place - 1] ?? `number ${place}`} in line.`;
}

/** What is said when a lab is about to end: at five minutes and at one, and nothing in between. */
export function warningOf(secondsLeft: number, extensions: number): string | undefined {
  if (secondsLeft > 300) return undefined;
  const advice = extensions > 0 ? 'Extend it to go on.' : 'Hand in what you have.';
  return `It ends within ${secondsLeft > 60 ? 'five minutes' : 'a minute'}. ${advice}`;
}

/** It was stopped while it waited for its place: nothing of it was ever there. */
export const hasLeftQueue = ({ status, expires_at, error }: Instance): boolean =>
  status === 'stopped' && expires_at === null && error === null;

/** One line about an instance that does not run any more. `error` says why, where it was not the learner. */
export function endedWords(instance: Instance): string {
  const { status, error, home } = instance;
  if (hasLeftQueue(instance)) return 'You have left the queue.';
  if (status === 'failed') return error ?? 'It could not be started. Try again in a moment.';
  const why = error ?? (status === 'expired' ? 'Its time ran out.' : 'Stopped.');
  return `${why} The next one will be as new${home ? ', with your home' : ''}.`;
}
