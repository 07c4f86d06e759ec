import type { ConsentTexts } from '../texts.ts';

export const texts: ConsentTexts = {
  acceptAll: 'Alles toestaan',
  acceptSelected: 'Selectie toestaan',
  save: 'Opslaan',
  decline: 'Weigeren',
  ok: 'Toestaan',
  close: 'Sluiten',
  privacyPolicy: {
    name: 'wat deze site bewaart en laadt',
    text: 'Meer hierover: {privacyPolicy}.',
  },
  consentModal: {
    title: 'Wat hier geladen mag worden',
    description: 'Kies wat deze site in je browser mag bewaren en van anderen mag laden.',
    saved: 'Je keuze is opgeslagen.',
  },
  consentNotice: {
    title: 'Mag het?',
    description: 'Met jouw toestemming gebruikt deze site ook: {purposes}. Zonder werkt alles net zo goed.',
    changeDescription: 'Sinds je vorige bezoek is hier iets veranderd. Maak je keuze opnieuw.',
    learnMore: 'Zelf kiezen',
    testing: 'Test: dit is nog niet gepubliceerd.',
  },
  contextualConsent: {
    description: 'Deze inhoud komt van {title}. Laden?',
    hosts: 'Je browser maakt dan verbinding met {hosts}.',
    acceptOnce: 'Deze keer laden',
    acceptAlways: 'Altijd laden',
    descriptionEmptyStore: 'Je kunt dit altijd wijzigen via {link}.',
    modalLinkText: 'Cookies beheren',
    askAgain: 'Volgende keer weer vragen',
  },
  purposes: {
    functional: {
      title: 'Wat deze site nodig heeft',
      description: 'Zonder deze diensten zouden delen van deze site niet werken. Je kunt ze niet uitzetten.',
    },
    media: {
      title: 'Video’s van andere sites',
      description: 'Ze worden midden in een les afgespeeld. Wie ze bewaart, komt te weten dat je kijkt.',
    },
    performance: {
      title: 'Statistieken',
      description: 'Zo zien we welke pagina’s gelezen worden en waar mensen vastlopen.',
    },
    marketing: {
      title: 'Marketing',
      description:
        'Andere bedrijven komen te weten wat je bekijkt en kunnen je op basis daarvan laten zien wat bij je past.',
    },
    advertising: {
      title: 'Advertenties',
      description: 'Andere bedrijven kunnen wat je hier doet gebruiken voor advertenties die op jou zijn afgestemd.',
    },
  },
  purposeItem: {
    service: 'dienst',
    services: 'diensten',
  },
  service: {
    purpose: 'Doel',
    purposes: 'Doelen',
    required: {
      title: 'altijd aan',
      description: 'Deze site heeft dit nodig.',
    },
    optOut: {
      title: 'aan tot je weigert',
      description: 'Dit wordt geladen voordat je hebt gekozen. Je kunt het uitzetten.',
    },
    disableAll: {
      title: 'Allemaal',
      description: 'Zet alle diensten waarover je kunt beslissen aan of uit.',
    },
  },
  platform: {
    title: 'Deze site zelf',
    description: 'Houdt je ingelogd en onthoudt je thema, wat je hebt gelezen en wat je hier hebt gekozen.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Verwerkt betalingen. Wordt alleen geladen op de pagina’s van het abonnement.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Telt welke pagina’s gelezen worden, op een server die de beheerder van deze site zelf in beheer heeft. Ben je ingelogd, dan krijgt Matomo ook het nummer van je account.',
  },
  youtube: {
    title: 'YouTube',
    description: 'Speelt video’s af die op YouTube staan. Google ziet dan je internetadres en welke video je bekijkt.',
  },
};
