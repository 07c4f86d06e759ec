import type { Announcement } from '@hexpedition/contract';
import { dateFormat } from '#lib/format.ts';

export const stateNames: Record<Announcement['state'], string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  stopped: 'Stopped',
  done: 'Done',
};

export const stateTones = {
  draft: 'plain',
  scheduled: 'beacon',
  sending: 'beacon',
  paused: 'plain',
  stopped: 'coral',
  done: 'phosphor',
} as const satisfies Record<Announcement['state'], string>;

/** Formats a time in the time zone of this device: `26 Nov 2026, 09:30`. */
export const formatDateTime = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });
