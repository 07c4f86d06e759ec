import type { ConsentTexts } from '../texts.ts';

export const texts: ConsentTexts = {
  acceptAll: 'Povolit vše',
  acceptSelected: 'Povolit vybrané',
  save: 'Uložit',
  decline: 'Odmítnout',
  ok: 'Povolit',
  close: 'Zavřít',
  privacyPolicy: {
    name: 'co tento web ukládá a načítá',
    text: 'Podrobnosti: {privacyPolicy}.',
  },
  consentModal: {
    title: 'Co se tu smí načítat',
    description: 'Vyberte, co smí tento web ukládat ve vašem prohlížeči a co smí načítat odjinud.',
    saved: 'Vaše volba je uložena.',
  },
  consentNotice: {
    title: 'Smíme?',
    description: 'S vaším souhlasem tento web používá také: {purposes}. Stejně dobře funguje i bez toho.',
    changeDescription: 'Od vaší poslední návštěvy se tu něco změnilo. Vyberte prosím znovu.',
    learnMore: 'Chci si vybrat',
    testing: 'Test: tohle ještě není zveřejněno.',
  },
  contextualConsent: {
    description: 'Tento obsah pochází odjinud: {title}. Má se načíst?',
    hosts: 'Váš prohlížeč se připojí k serveru {hosts}.',
    acceptOnce: 'Načíst jen tentokrát',
    acceptAlways: 'Načítat vždy',
    descriptionEmptyStore: 'Kdykoli to můžete změnit zde: {link}.',
    modalLinkText: 'Spravovat cookies',
    askAgain: 'Příště se znovu zeptat',
  },
  purposes: {
    functional: {
      title: 'Co tento web potřebuje',
      description: 'Bez toho by části webu nefungovaly. Vypnout to nejde.',
    },
    media: {
      title: 'Videa odjinud',
      description: 'Přehrávají se uprostřed lekce. Ten, kdo je má uložená, se dozví, že se na ně díváte.',
    },
    performance: {
      title: 'Statistiky',
      description: 'Pomáhají nám zjistit, které stránky se čtou a kde se lidé ztrácejí.',
    },
    marketing: {
      title: 'Marketing',
      description: 'Jiné firmy se dozvědí, co si prohlížíte, a mohou vám podle toho ukazovat, co by se vám hodilo.',
    },
    advertising: {
      title: 'Reklama',
      description: 'Jiné firmy vám mohou podle toho, co tu děláte, ukazovat reklamu na míru.',
    },
  },
  purposeItem: { service: 'služba', services: 'služby' },
  service: {
    purpose: 'Účel',
    purposes: 'Účely',
    required: { title: 'vždy zapnuto', description: 'Tento web to potřebuje.' },
    optOut: {
      title: 'zapnuto, dokud neodmítnete',
      description: 'Načítá se dřív, než si vyberete. Můžete to vypnout.',
    },
    disableAll: { title: 'Vše najednou', description: 'Zapne nebo vypne všechny služby, které si můžete vybrat.' },
  },
  platform: {
    title: 'Samotný web',
    description: 'Udržuje vás přihlášené a pamatuje si zvolený vzhled, co jste přečetli a co jste si tu vybrali.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Přijímá platby. Načítá se jen na stránkách předplatného.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Zaznamenává, které stránky se čtou, a to na vlastním serveru provozovatele tohoto webu. Když jste přihlášeni, dozví se i číslo vašeho uživatelského účtu.',
  },
  youtube: {
    title: 'YouTube',
    description:
      'Přehrává videa uložená na YouTube. Google se přitom dozví vaši IP adresu a to, které video sledujete.',
  },
};
