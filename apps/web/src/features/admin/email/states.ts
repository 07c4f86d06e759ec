import type { Announcement } from '@hexpedition/contract';

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
