import type { ConsentTexts } from '../texts.ts';

export const texts: ConsentTexts = {
  acceptAll: 'Permite tot',
  acceptSelected: 'Permite selecția',
  save: 'Salvează',
  decline: 'Refuză',
  ok: 'Permite',
  close: 'Închide',
  privacyPolicy: {
    name: 'ce păstrează și ce încarcă acest site',
    text: 'În detaliu: {privacyPolicy}.',
  },
  consentModal: {
    title: 'Ce se poate încărca aici',
    description: 'Alege ce poate păstra acest site în browserul tău și ce poate încărca din altă parte.',
    saved: 'Alegerea ta este salvată.',
  },
  consentNotice: {
    title: 'Ne dai voie?',
    description: 'Cu acordul tău, acest site folosește și: {purposes}. Funcționează la fel de bine și fără.',
    changeDescription: 'Ceva s-a schimbat aici de la ultima ta vizită. Te rugăm să alegi din nou.',
    learnMore: 'Vreau să aleg eu',
    testing: 'Test: încă nu este publicat.',
  },
  contextualConsent: {
    description: 'Acest conținut vine de la {title}. Îl încărcăm?',
    hosts: 'Browserul tău va contacta {hosts}.',
    acceptOnce: 'Încarcă de data aceasta',
    acceptAlways: 'Încarcă întotdeauna',
    descriptionEmptyStore: 'Te poți răzgândi oricând aici: {link}.',
    modalLinkText: 'Gestionează cookie-urile',
    askAgain: 'Întreabă-mă și data viitoare',
  },
  purposes: {
    functional: {
      title: 'Ce îi trebuie acestui site',
      description: 'Fără acestea, unele părți ale site-ului nu ar funcționa. Nu pot fi oprite.',
    },
    media: {
      title: 'Filme din altă parte',
      description: 'Se văd în mijlocul unei lecții. Cine le găzduiește află că le urmărești.',
    },
    performance: {
      title: 'Statistici',
      description: 'Ne ajută să vedem ce pagini sunt citite și unde se împotmolesc oamenii.',
    },
    marketing: {
      title: 'Marketing',
      description: 'Alte companii află la ce te uiți și pot folosi asta ca să îți arate ce ți se potrivește.',
    },
    advertising: {
      title: 'Publicitate',
      description: 'Alte companii pot folosi ce faci aici pentru reclame care te vizează.',
    },
  },
  purposeItem: {
    service: 'serviciu',
    services: 'servicii',
  },
  service: {
    purpose: 'Scop',
    purposes: 'Scopuri',
    required: {
      title: 'mereu pornit',
      description: 'Acest site are nevoie de el.',
    },
    optOut: {
      title: 'pornit până îl refuzi',
      description: 'Se încarcă înainte să fi ales. Îl poți opri.',
    },
    disableAll: {
      title: 'Toate',
      description: 'Pornește sau oprește deodată serviciile pe care le poți alege.',
    },
  },
  platform: {
    title: 'Site-ul însuși',
    description: 'Te ține autentificat și reține tema ta, ce ai citit și ce ai ales aici.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Primește plățile. Se încarcă doar pe paginile abonamentului.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Numără ce pagini sunt citite, pe un server administrat de operatorul acestui site. Dacă ești autentificat, află și numărul contului tău.',
  },
  youtube: {
    title: 'YouTube',
    description: 'Redă filme aflate pe YouTube. Google află atunci adresa ta de internet și ce film urmărești.',
  },
};
