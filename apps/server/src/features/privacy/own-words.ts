import type { OwnService } from '@hexpedition/contract';

/** What our services are and do, as the consent manager says it in English (`lib/consent/languages/en.ts` of the web). */
export const ownWords: Record<OwnService, { title: string; description: string }> = {
  platform: {
    title: 'This site itself',
    description: 'Keeps you signed in, and remembers your theme, what you have read and what you have chosen here.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Takes payments. It loads on the pages of the subscription alone.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Counts which pages are read, on a server that the operator of this site runs. If you are signed in, it also learns the number of your account.',
  },
  youtube: {
    title: 'YouTube',
    description:
      'Plays films that lie on YouTube. Google then learns your address on the Internet and which film you watch.',
  },
};
