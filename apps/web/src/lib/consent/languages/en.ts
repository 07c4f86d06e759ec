import type { ConsentTexts } from '../texts.ts';

/** Reference for the other languages, which must have the same keys and `{…}` placeholders. */
export const texts: ConsentTexts = {
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
    title: 'Manage cookies',
    description: 'Choose what this site may store in your browser and load from other sites.',
    saved: 'Your choice is saved.',
  },
  consentNotice: {
    title: 'Allow optional services?',
    description: 'With your consent, this site also uses: {purposes}. It works without them too.',
    changeDescription: 'The services have changed since your last visit. Please choose again.',
    learnMore: 'Let me choose',
    testing: 'Test: this configuration is not published yet.',
  },
  contextualConsent: {
    description: 'This content is from {title}.',
    hosts: 'Loading it connects your browser to {hosts}.',
    acceptOnce: 'Load once',
    acceptAlways: 'Always load',
    descriptionEmptyStore: 'You can change this at any time in {link}.',
    modalLinkText: 'Manage cookies',
    askAgain: 'Ask again next time',
  },
  purposes: {
    functional: {
      title: 'Necessary',
      description: 'This site does not work without these. You cannot turn them off.',
    },
    media: {
      title: 'Videos from other sites',
      description: 'Videos inside lessons. The site that hosts a video learns that you watch it.',
    },
    performance: {
      title: 'Statistics',
      description: 'They show us which pages are read and where readers get stuck.',
    },
    marketing: {
      title: 'Marketing',
      description: 'Other companies learn which pages you visit and may use this to show you offers.',
    },
    advertising: {
      title: 'Advertising',
      description: 'Other companies may use what you do here to show you personalised ads.',
    },
  },
  purposeItem: { service: 'service', services: 'services' },
  service: {
    purpose: 'Purpose',
    purposes: 'Purposes',
    required: { title: 'always on', description: 'Necessary for this site.' },
    optOut: { title: 'on until you decline', description: 'Loads before you choose. You can turn it off.' },
    disableAll: { title: 'All services', description: 'Turns all optional services on or off.' },
  },
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
