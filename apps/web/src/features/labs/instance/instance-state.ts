import type { Instance } from '@hexpedition/contract';

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

/** One line about an instance that does not run. */
export function endedWords(instance: Instance): string {
  switch (instance.status) {
    case 'expired':
      return 'Its time was up. Start it again; it will be as new.';
    case 'failed':
      return instance.error ?? 'It could not be started. Try again in a moment.';
    default:
      return 'Stopped. The next one will be as new.';
  }
}
