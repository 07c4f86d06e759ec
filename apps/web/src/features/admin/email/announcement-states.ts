import type { Announcement } from '@hexpedition/contract';
import { dateFormat } from '#lib/format.ts';

const stateNames: Record<Announcement['state'], string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  stopped: 'Stopped',
  done: 'Done',
};

const stateTones = {
  draft: 'plain',
  scheduled: 'beacon',
  sending: 'beacon',
  paused: 'plain',
  stopped: 'coral',
  done: 'phosphor',
} as const satisfies Record<Announcement['state'], string>;

/**
 * Returns name and tone of an announcement's state. An announcement whose mails were only stored in the outbox is not
 * done, because its recipients have not received it.
 */
export function describeState({ state, mails }: Announcement) {
  if (state === 'done' && mails.stored > 0 && mails.sent === 0)
    return { name: 'Stored, not sent', tone: 'beacon' } as const;
  return { name: stateNames[state], tone: stateTones[state] };
}

/** Formats a time in the time zone of this device: `26 Nov 2026, 09:30`. */
export const formatDateTime = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** Says what happened to a test mail. @param mail whether the platform has a mail server */
export const testResult = (to: string, mail: boolean): string =>
  mail ? `Sent to ${to}.` : `Stored in the outbox for ${to}. No mail server is set.`;
