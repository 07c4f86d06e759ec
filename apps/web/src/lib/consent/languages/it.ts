import type { ConsentTexts } from '../texts.ts';

export const texts: ConsentTexts = {
  acceptAll: 'Accetta tutto',
  acceptSelected: 'Accetta la selezione',
  save: 'Salva',
  decline: 'Rifiuta',
  ok: 'Accetta',
  close: 'Chiudi',
  privacyPolicy: {
    name: 'che cosa questo sito conserva e carica',
    text: 'Dettagli: {privacyPolicy}.',
  },
  consentModal: {
    title: 'Che cosa si può caricare qui',
    description: 'Scegli che cosa questo sito può conservare nel tuo browser e caricare da altri siti.',
    saved: 'La tua scelta è salvata.',
  },
  consentNotice: {
    title: 'Possiamo?',
    description: 'Con il tuo consenso questo sito usa anche: {purposes}. Funziona altrettanto bene anche senza.',
    changeDescription: 'Qui qualcosa è cambiato dalla tua ultima visita. Scegli di nuovo, per favore.',
    learnMore: 'Fammi scegliere',
    testing: 'Prova: non è ancora pubblicato.',
  },
  contextualConsent: {
    description: 'Questo contenuto viene da {title}. Lo carichiamo?',
    hosts: 'Il tuo browser si collegherà a {hosts}.',
    acceptOnce: 'Carica solo questa volta',
    acceptAlways: 'Carica sempre',
    descriptionEmptyStore: 'Puoi cambiare idea quando vuoi da «{link}».',
    modalLinkText: 'Gestisci i cookie',
    askAgain: 'Chiedimelo la prossima volta',
  },
  purposes: {
    functional: {
      title: 'Ciò che serve a questo sito',
      description: 'Senza, alcune parti del sito non funzionerebbero. Non si può disattivare.',
    },
    media: {
      title: 'Video da altri siti',
      description: 'Compaiono nel mezzo di una lezione. Chi li ospita viene a sapere che li guardi.',
    },
    performance: {
      title: 'Statistiche',
      description: 'Ci aiutano a vedere quali pagine vengono lette e dove ci si perde.',
    },
    marketing: {
      title: 'Marketing',
      description: 'Altre aziende vengono a sapere che cosa guardi e possono usarlo per mostrarti ciò che fa per te.',
    },
    advertising: {
      title: 'Pubblicità',
      description: 'Altre aziende possono usare ciò che fai qui per mostrarti annunci su misura.',
    },
  },
  purposeItem: { service: 'servizio', services: 'servizi' },
  service: {
    purpose: 'Finalità',
    purposes: 'Finalità',
    required: { title: 'sempre attivo', description: 'Questo sito ne ha bisogno.' },
    optOut: { title: 'attivo finché non lo rifiuti', description: 'Si carica prima che tu scelga. Puoi disattivarlo.' },
    disableAll: { title: 'Tutti insieme', description: 'Attiva o disattiva tutti i servizi che puoi scegliere.' },
  },
  platform: {
    title: 'Il sito stesso',
    description: 'Mantiene aperta la tua sessione e ricorda il tema, ciò che hai letto e ciò che hai scelto qui.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Incassa i pagamenti. Si carica solo nelle pagine dell’abbonamento.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Conta quali pagine vengono lette, su un server gestito dal titolare di questo sito. Se hai effettuato l’accesso, riceve anche il numero del tuo account.',
  },
  youtube: {
    title: 'YouTube',
    description:
      'Riproduce video che si trovano su YouTube. Google apprende così il tuo indirizzo IP e quale video guardi.',
  },
};
