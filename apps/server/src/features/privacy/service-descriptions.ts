import type { BuiltInService } from '@hexpedition/contract';

/**
 * Titles and descriptions of the built-in services, equal to the English ones of the web
 * (`lib/consent/languages/en.ts`).
 */
export const serviceDescriptions: Record<BuiltInService, { title: string; description: string }> = {
  platform: {
    title: 'This site',
    description: 'Keeps you logged in and remembers your theme, your progress and your choices.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Processes payments. Loads only on the subscription pages.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Counts page views on a server that the operator of this site runs. If you are logged in, it also receives your account number.',
  },
  youtube: {
    title: 'YouTube',
    description: 'Plays videos hosted on YouTube. Google then learns your IP address and which video you watch.',
  },
};
