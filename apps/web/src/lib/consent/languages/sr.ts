import type { ConsentTexts } from '../texts.ts';

export const texts: ConsentTexts = {
  acceptAll: 'Dozvoli sve',
  acceptSelected: 'Dozvoli izabrano',
  save: 'Sačuvaj',
  decline: 'Odbij',
  ok: 'Dozvoli',
  close: 'Zatvori',
  privacyPolicy: {
    name: 'šta ovaj sajt čuva i učitava',
    text: 'Detaljno: {privacyPolicy}.',
  },
  consentModal: {
    title: 'Šta sme ovde da se učita',
    description: 'Izaberite šta ovaj sajt sme da čuva u vašem pregledaču i da učitava s drugih mesta.',
    saved: 'Vaš izbor je sačuvan.',
  },
  consentNotice: {
    title: 'Smemo li?',
    description: 'Uz vaš pristanak ovaj sajt koristi i sledeće: {purposes}. Radi podjednako dobro i bez toga.',
    changeDescription: 'Od vaše poslednje posete ovde se nešto promenilo. Izaberite ponovo.',
    learnMore: 'Želim da izaberem',
    testing: 'Test: ovo još nije objavljeno.',
  },
  contextualConsent: {
    description: 'Izvor ovog sadržaja: {title}. Učitati?',
    hosts: 'Vaš pregledač će se obratiti serveru {hosts}.',
    acceptOnce: 'Učitaj ovaj put',
    acceptAlways: 'Uvek učitavaj',
    descriptionEmptyStore: 'To možete da promenite u svakom trenutku ovde: {link}.',
    modalLinkText: 'Upravljaj kolačićima',
    askAgain: 'Pitaj me sledeći put',
  },
  purposes: {
    functional: {
      title: 'Šta je ovom sajtu potrebno',
      description: 'Bez njih delovi sajta ne bi radili. Ne mogu se isključiti.',
    },
    media: {
      title: 'Snimci s drugih mesta',
      description: 'Prikazuju se usred lekcije. Ko ih čuva, saznaje da ih gledate.',
    },
    performance: {
      title: 'Statistika',
      description: 'Pomaže nam da vidimo koje se stranice čitaju i gde se ljudi gube.',
    },
    marketing: {
      title: 'Marketing',
      description: 'Druge firme saznaju šta gledate i mogu na osnovu toga da vam pokažu ono što vam odgovara.',
    },
    advertising: {
      title: 'Oglašavanje',
      description: 'Druge firme mogu da iskoriste ono što ovde radite za oglase namenjene vama.',
    },
  },
  purposeItem: {
    service: 'usluga',
    services: 'usluge',
  },
  service: {
    purpose: 'Svrha',
    purposes: 'Svrhe',
    required: {
      title: 'uvek uključeno',
      description: 'Potrebna je ovom sajtu.',
    },
    optOut: {
      title: 'uključeno dok ne odbijete',
      description: 'Učitava se pre vašeg izbora. Možete da je isključite.',
    },
    disableAll: {
      title: 'Sve odjednom',
      description: 'Uključuje ili isključuje sve usluge o kojima možete da odlučite.',
    },
  },
  platform: {
    title: 'Sam sajt',
    description: 'Održava vašu prijavu i pamti temu, šta ste pročitali i šta ste ovde izabrali.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Prima plaćanja. Učitava se samo na stranicama pretplate.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Broji koje se stranice čitaju, na serveru kojim upravlja vlasnik ovog sajta. Ako ste prijavljeni, saznaje i broj vašeg naloga.',
  },
  youtube: {
    title: 'YouTube',
    description:
      'Prikazuje snimke koji se nalaze na platformi YouTube. Google tada saznaje vašu internet adresu i koji snimak gledate.',
  },
};
