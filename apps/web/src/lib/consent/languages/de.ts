import type { ConsentTexts } from '../texts.ts';

export const texts: ConsentTexts = {
  acceptAll: 'Alles erlauben',
  acceptSelected: 'Auswahl erlauben',
  save: 'Speichern',
  decline: 'Ablehnen',
  ok: 'Erlauben',
  close: 'Schließen',
  privacyPolicy: {
    name: 'was diese Website speichert und lädt',
    text: 'Einzelheiten: {privacyPolicy}.',
  },
  consentModal: {
    title: 'Was hier geladen werden darf',
    description: 'Wähle, was diese Website in deinem Browser speichern und von anderen laden darf.',
    saved: 'Deine Auswahl ist gespeichert.',
  },
  consentNotice: {
    title: 'Dürfen wir?',
    description:
      'Mit deiner Zustimmung nutzt diese Website außerdem: {purposes}. Ohne all das funktioniert sie genauso gut.',
    changeDescription: 'Seit deinem letzten Besuch hat sich hier etwas geändert. Bitte wähle noch einmal.',
    learnMore: 'Selbst auswählen',
    testing: 'Test: Das ist noch nicht veröffentlicht.',
  },
  contextualConsent: {
    description: 'Dieser Inhalt kommt von {title}. Soll er geladen werden?',
    hosts: 'Dein Browser ruft dafür {hosts} auf.',
    acceptOnce: 'Nur dieses Mal laden',
    acceptAlways: 'Immer laden',
    descriptionEmptyStore: 'Das kannst du jederzeit unter „{link}“ ändern.',
    modalLinkText: 'Cookies verwalten',
    askAgain: 'Nächstes Mal wieder fragen',
  },
  purposes: {
    functional: {
      title: 'Was diese Website braucht',
      description: 'Ohne das würden Teile dieser Website nicht funktionieren. Es lässt sich nicht abschalten.',
    },
    media: {
      title: 'Videos von anderswo',
      description: 'Sie laufen mitten in einer Lektion. Wer sie speichert, erfährt, dass du sie ansiehst.',
    },
    performance: {
      title: 'Statistik',
      description: 'Sie hilft uns zu sehen, welche Seiten gelesen werden und wo sich Leute verlaufen.',
    },
    marketing: {
      title: 'Marketing',
      description: 'Andere Firmen erfahren, was du dir ansiehst, und können dir damit zeigen, was zu dir passt.',
    },
    advertising: {
      title: 'Werbung',
      description: 'Andere Firmen können das, was du hier tust, für Werbung nutzen, die auf dich zugeschnitten ist.',
    },
  },
  purposeItem: { service: 'Dienst', services: 'Dienste' },
  service: {
    purpose: 'Zweck',
    purposes: 'Zwecke',
    required: { title: 'immer an', description: 'Diese Website braucht ihn.' },
    optOut: { title: 'an, bis du ablehnst', description: 'Er lädt, bevor du gewählt hast. Du kannst ihn abschalten.' },
    disableAll: { title: 'Alle auf einmal', description: 'Schaltet alle Dienste ein oder aus, die du wählen kannst.' },
  },
  platform: {
    title: 'Diese Website selbst',
    description: 'Hält dich angemeldet und merkt sich dein Farbschema, was du gelesen und was du hier gewählt hast.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Nimmt Zahlungen entgegen. Es lädt nur auf den Seiten des Abonnements.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Zählt, welche Seiten gelesen werden, auf einem Server, den der Betreiber dieser Website selbst unterhält. Wenn du angemeldet bist, erfährt es auch die Nummer deines Benutzerkontos.',
  },
  youtube: {
    title: 'YouTube',
    description:
      'Spielt Videos ab, die bei YouTube liegen. Google erfährt dann deine IP-Adresse und welches Video du ansiehst.',
  },
};
