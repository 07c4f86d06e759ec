import type { ConsentTexts } from '../texts.ts';

export const texts: ConsentTexts = {
  acceptAll: 'Prihvati sve',
  acceptSelected: 'Prihvati odabrano',
  save: 'Spremi',
  decline: 'Odbij',
  ok: 'Prihvati',
  close: 'Zatvori',
  privacyPolicy: {
    name: 'što ova web-stranica sprema i učitava',
    text: 'Pojedinosti: {privacyPolicy}.',
  },
  consentModal: {
    title: 'Što se ovdje smije učitati',
    description: 'Odaberite što ova web-stranica smije spremati u vaš preglednik i učitavati s drugih mjesta.',
    saved: 'Vaš je odabir spremljen.',
  },
  consentNotice: {
    title: 'Smijemo li?',
    description: 'Uz vaš pristanak ova web-stranica koristi i sljedeće: {purposes}. Jednako dobro radi i bez toga.',
    changeDescription: 'Od vašeg posljednjeg posjeta ovdje se nešto promijenilo. Molimo, odaberite ponovno.',
    learnMore: 'Želim odabrati',
    testing: 'Proba: ovo još nije objavljeno.',
  },
  contextualConsent: {
    description: 'Ovaj sadržaj dolazi s drugog mjesta: {title}. Želite li ga učitati?',
    hosts: 'Vaš će se preglednik povezati s poslužiteljem {hosts}.',
    acceptOnce: 'Učitaj samo ovaj put',
    acceptAlways: 'Učitaj uvijek',
    descriptionEmptyStore: 'To možete promijeniti kad god želite pod „{link}”.',
    modalLinkText: 'Upravljanje kolačićima',
    askAgain: 'Pitaj me ponovno sljedeći put',
  },
  purposes: {
    functional: {
      title: 'Ono što je web-stranici potrebno',
      description: 'Bez toga dijelovi web-stranice ne bi radili. To se ne može isključiti.',
    },
    media: {
      title: 'Videozapisi s drugih mjesta',
      description: 'Prikazuju se usred lekcije. Onaj tko ih čuva doznaje da ih gledate.',
    },
    performance: {
      title: 'Statistika',
      description: 'Pomaže nam vidjeti koje se stranice čitaju i gdje se ljudi gube.',
    },
    marketing: {
      title: 'Marketing',
      description: 'Druge tvrtke doznaju što gledate i mogu vam na temelju toga pokazati ono što vam odgovara.',
    },
    advertising: {
      title: 'Oglašavanje',
      description: 'Druge tvrtke mogu ono što ovdje radite iskoristiti za oglase skrojene za vas.',
    },
  },
  purposeItem: { service: 'usluga', services: 'usluge' },
  service: {
    purpose: 'Svrha',
    purposes: 'Svrhe',
    required: { title: 'uvijek uključeno', description: 'Web-stranici je to potrebno.' },
    optOut: {
      title: 'uključeno dok ne odbijete',
      description: 'Učitava se prije nego što odaberete. Možete to isključiti.',
    },
    disableAll: { title: 'Sve odjednom', description: 'Uključuje ili isključuje sve usluge o kojima možete odlučiti.' },
  },
  platform: {
    title: 'Sama web-stranica',
    description: 'Održava vašu prijavu i pamti temu, što ste pročitali i što ste ovdje odabrali.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Prima uplate. Učitava se samo na stranicama pretplate.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Bilježi koje se stranice čitaju, na poslužitelju koji vodi upravitelj ove web-stranice. Ako ste prijavljeni, doznaje i broj vašeg korisničkog računa.',
  },
  youtube: {
    title: 'YouTube',
    description:
      'Prikazuje videozapise koji se nalaze na YouTubeu. Google tada doznaje vašu IP-adresu i koji videozapis gledate.',
  },
};
