import type { ConsentTexts } from '../texts.ts';

export const texts: ConsentTexts = {
  acceptAll: 'Accepter alle',
  acceptSelected: 'Accepter valgte',
  save: 'Gem',
  decline: 'Afvis',
  ok: 'Accepter',
  close: 'Luk',
  privacyPolicy: {
    name: 'hvad dette websted gemmer og henter',
    text: 'Detaljer: {privacyPolicy}.',
  },
  consentModal: {
    title: 'Hvad må der hentes her?',
    description: 'Vælg, hvad dette websted må gemme i din browser og hente fra andre.',
    saved: 'Dit valg er gemt.',
  },
  consentNotice: {
    title: 'Må vi?',
    description: 'Med dit samtykke bruger dette websted også: {purposes}. Det fungerer lige så godt uden.',
    changeDescription: 'Noget er blevet ændret, siden du var her sidst. Vælg venligst igen.',
    learnMore: 'Lad mig vælge',
    testing: 'Test: Dette er ikke offentliggjort endnu.',
  },
  contextualConsent: {
    description: 'Dette indhold kommer fra {title}. Skal det hentes?',
    hosts: 'Din browser kontakter {hosts}.',
    acceptOnce: 'Hent kun denne gang',
    acceptAlways: 'Hent altid',
    descriptionEmptyStore: 'Du kan altid ændre det under »{link}«.',
    modalLinkText: 'Administrer cookies',
    askAgain: 'Spørg mig igen næste gang',
  },
  purposes: {
    functional: {
      title: 'Det, webstedet har brug for',
      description: 'Uden det ville dele af webstedet ikke fungere. Det kan ikke slås fra.',
    },
    media: {
      title: 'Videoer fra andre steder',
      description: 'De afspilles midt i en lektion. Den, der opbevarer dem, får at vide, at du ser dem.',
    },
    performance: {
      title: 'Statistik',
      description: 'Den hjælper os med at se, hvilke sider der bliver læst, og hvor folk farer vild.',
    },
    marketing: {
      title: 'Markedsføring',
      description:
        'Andre virksomheder får at vide, hvad du kigger på, og kan bruge det til at vise dig noget, der passer til dig.',
    },
    advertising: {
      title: 'Annoncer',
      description: 'Andre virksomheder kan bruge det, du gør her, til annoncer, der er rettet mod dig.',
    },
  },
  purposeItem: { service: 'tjeneste', services: 'tjenester' },
  service: {
    purpose: 'Formål',
    purposes: 'Formål',
    required: { title: 'altid slået til', description: 'Webstedet har brug for den.' },
    optOut: {
      title: 'slået til, indtil du siger nej',
      description: 'Den hentes, før du har valgt. Du kan slå den fra.',
    },
    disableAll: { title: 'Alle på én gang', description: 'Slår alle de tjenester til eller fra, som du kan vælge.' },
  },
  platform: {
    title: 'Selve webstedet',
    description: 'Holder dig logget ind og husker dit tema, hvad du har læst, og hvad du har valgt her.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Tager imod betalinger. Hentes kun på abonnementets sider.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Tæller, hvilke sider der bliver læst, på en server, som udbyderen af webstedet selv driver. Er du logget ind, får den også nummeret på din brugerkonto.',
  },
  youtube: {
    title: 'YouTube',
    description:
      'Afspiller videoer, der ligger på YouTube. Google får så at vide, hvilken IP-adresse du har, og hvilken video du ser.',
  },
};
