import { randomBytes } from 'node:crypto';
import { readFlag } from '@hexpedition/lab-runtime/kit';

/** A moderator of the feed. */
export interface Moderator {
  id: 'odile' | 'brandt';
  name: string;
  /** The page that they read when they are called. */
  reads: string;
  /** Session of their browser. The server draws it at its start, and nothing else knows it. */
  session: string;
  /** Notes on their desk, oldest first. */
  notes: () => string[];
}

const session = () => randomBytes(16).toString('hex');

export const moderators: Moderator[] = [
  {
    id: 'odile',
    name: 'Odile Marr',
    reads: '/',
    session: session(),
    notes: () => [
      'Mr. Bakker has reported the same gull eleven times. It is the same gull. Thank him.',
      `Nest under the lamp of the north mole: two eggs. Keep the place secret. Its number in the register is ${readFlag('nest')}`,
      'Ask the captain about his filter. He is proud of it.',
    ],
  },
  {
    id: 'brandt',
    name: 'Captain Brandt',
    reads: '/night',
    session: session(),
    notes: () => [
      '02:40. The flashing heron was not a heron. Have filtered the page since then.',
      '03:15. Somebody feeds Admiral at night. It is the harbour master. I have told nobody.',
      `04:00. The combination of the herring locker is now ${readFlag('locker')}`,
    ],
  },
];

export function moderatorOf(cookies: string | undefined): Moderator | undefined {
  const shown = /(?:^|;\s*)watch=([0-9a-f]{32})/.exec(cookies ?? '')?.[1];
  return moderators.find((one) => one.session === shown);
}
