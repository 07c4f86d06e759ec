import type { ConsentTexts } from '../texts.ts';

/** Bokmål. */
export const texts: ConsentTexts = {
  acceptAll: 'Tillat alle',
  acceptSelected: 'Tillat valgte',
  save: 'Lagre',
  decline: 'Avslå',
  ok: 'Tillat',
  close: 'Lukk',
  privacyPolicy: {
    name: 'hva dette nettstedet lagrer og henter',
    text: 'Mer om dette: {privacyPolicy}.',
  },
  consentModal: {
    title: 'Hva som kan lastes inn her',
    description: 'Velg hva nettstedet får lagre i nettleseren din og hente fra andre.',
    saved: 'Valget ditt er lagret.',
  },
  consentNotice: {
    title: 'Får vi lov?',
    description: 'Med ditt samtykke bruker nettstedet også: {purposes}. Det fungerer like godt uten.',
    changeDescription: 'Noe her er endret siden sist du var innom. Velg på nytt.',
    learnMore: 'La meg velge selv',
    testing: 'Test: Dette er ikke publisert ennå.',
  },
  contextualConsent: {
    description: 'Dette innholdet kommer fra {title}. Vil du laste det inn?',
    hosts: 'Nettleseren din kontakter {hosts}.',
    acceptOnce: 'Last inn denne gangen',
    acceptAlways: 'Last alltid inn',
    descriptionEmptyStore: 'Du kan ombestemme deg når som helst her: {link}.',
    modalLinkText: 'Administrer informasjonskapsler',
    askAgain: 'Spør igjen neste gang',
  },
  purposes: {
    functional: {
      title: 'Det nettstedet trenger',
      description: 'Uten disse ville deler av nettstedet ikke fungere. De kan ikke slås av.',
    },
    media: {
      title: 'Filmer fra andre steder',
      description: 'De spilles av midt i en leksjon. Den som lagrer dem, får vite at du ser på.',
    },
    performance: {
      title: 'Statistikk',
      description: 'Den hjelper oss å se hvilke sider som blir lest, og hvor folk står fast.',
    },
    marketing: {
      title: 'Markedsføring',
      description: 'Andre selskaper får vite hva du ser på, og kan bruke det til å vise deg det som passer for deg.',
    },
    advertising: {
      title: 'Annonser',
      description: 'Andre selskaper kan bruke det du gjør her, til annonser som er rettet mot deg.',
    },
  },
  purposeItem: {
    service: 'tjeneste',
    services: 'tjenester',
  },
  service: {
    purpose: 'Formål',
    purposes: 'Formål',
    required: {
      title: 'alltid på',
      description: 'Nettstedet trenger den.',
    },
    optOut: {
      title: 'på til du avslår',
      description: 'Den lastes inn før du har valgt. Du kan slå den av.',
    },
    disableAll: {
      title: 'Alle sammen',
      description: 'Slår på eller av alle tjenestene du kan velge.',
    },
  },
  platform: {
    title: 'Selve nettstedet',
    description: 'Holder deg innlogget og husker temaet ditt, hva du har lest, og hva du har valgt her.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Tar imot betalinger. Lastes bare inn på sidene for abonnementet.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Teller hvilke sider som blir lest, på en server som eieren av nettstedet selv driver. Er du innlogget, får Matomo også vite nummeret på kontoen din.',
  },
  youtube: {
    title: 'YouTube',
    description:
      'Spiller av filmer som ligger på YouTube. Google får da vite internettadressen din og hvilken film du ser.',
  },
};
