import type { Words } from '../words.ts';

/** The reference: a key that is missing here exists nowhere. `{…}` are placeholders, the same in every language. */
export const words: Words = {
  acceptAll: 'Accept all',
  acceptSelected: 'Accept selected',
  save: 'Save',
  decline: 'Decline',
  ok: 'Accept',
  close: 'Close',
  privacyPolicy: {
    name: 'what this site stores and loads',
    text: 'Details: {privacyPolicy}.',
  },
  consentModal: {
    title: 'What may load here',
    description: 'Choose what this site may keep in your browser and load from others.',
    saved: 'Your choice is kept.',
  },
  consentNotice: {
    title: 'May we?',
    description: 'With your consent this site also uses: {purposes}. It works just as well without them.',
    changeDescription: 'Something here has changed since your last visit. Please choose again.',
    learnMore: 'Let me choose',
    testing: 'Test: this is not published yet.',
  },
  contextualConsent: {
    description: 'This is content from {title}. Load it?',
    hosts: 'Your browser will ask {hosts}.',
    acceptOnce: 'Load it this once',
    acceptAlways: 'Always load it',
    descriptionEmptyStore: 'You can change this at any time in {link}.',
    modalLinkText: 'Manage cookies',
    askAgain: 'Ask me again next time',
  },
  purposes: {
    functional: {
      title: 'What this site needs',
      description: 'Without these, parts of this site would not work. They cannot be turned off.',
    },
    media: {
      title: 'Films from elsewhere',
      description: 'They play in the middle of a lesson. Whoever stores them learns that you watch.',
    },
    performance: {
      title: 'Statistics',
      description: 'They help us to see which pages are read, and where people get lost.',
    },
    marketing: {
      title: 'Marketing',
      description: 'Other companies learn what you look at, and may use it to show you what fits.',
    },
    advertising: {
      title: 'Advertising',
      description: 'Other companies may use what you do here for advertisements that are about you.',
    },
  },
  purposeItem: { service: 'service', services: 'services' },
  service: {
    purpose: 'Purpose',
    purposes: 'Purposes',
    required: { title: 'always on', description: 'This site needs it.' },
    optOut: { title: 'on until you decline', description: 'It loads before you have chosen. You can turn it off.' },
    disableAll: { title: 'All of them', description: 'Turns every service on or off that you can choose.' },
  },
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
