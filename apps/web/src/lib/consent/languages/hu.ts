import type { ConsentTexts } from '../texts.ts';

export const texts: ConsentTexts = {
  acceptAll: 'Mindet elfogadom',
  acceptSelected: 'A kiválasztottakat elfogadom',
  save: 'Mentés',
  decline: 'Elutasítom',
  ok: 'Elfogadom',
  close: 'Bezárás',
  privacyPolicy: {
    name: 'mit tárol és mit tölt be ez a webhely',
    text: 'Részletek: {privacyPolicy}.',
  },
  consentModal: {
    title: 'Mi töltődhet be itt?',
    description: 'Válaszd ki, mit tárolhat ez a webhely a böngésződben, és mit tölthet be máshonnan.',
    saved: 'A választásodat elmentettük.',
  },
  consentNotice: {
    title: 'Szabad?',
    description: 'A hozzájárulásoddal a webhely ezeket is használja: {purposes}. Nélkülük is ugyanolyan jól működik.',
    changeDescription: 'Valami megváltozott itt a legutóbbi látogatásod óta. Kérjük, válassz újra.',
    learnMore: 'Magam választok',
    testing: 'Teszt: ez még nincs közzétéve.',
  },
  contextualConsent: {
    description: 'Ez a tartalom máshonnan jön: {title}. Betöltsük?',
    hosts: 'A böngésződ ehhez a kiszolgálóhoz fog kapcsolódni: {hosts}.',
    acceptOnce: 'Most az egyszer betöltöm',
    acceptAlways: 'Mindig betöltöm',
    descriptionEmptyStore: 'Ezt bármikor módosíthatod itt: {link}.',
    modalLinkText: 'Sütik kezelése',
    askAgain: 'Legközelebb is kérdezz meg',
  },
  purposes: {
    functional: {
      title: 'Amire a webhelynek szüksége van',
      description: 'Ezek nélkül a webhely egyes részei nem működnének. Nem kapcsolhatók ki.',
    },
    media: {
      title: 'Máshonnan érkező videók',
      description: 'Egy-egy lecke közepén játszhatók le. Aki tárolja őket, megtudja, hogy nézed őket.',
    },
    performance: {
      title: 'Statisztika',
      description: 'Segít látnunk, mely oldalakat olvassák, és hol tévednek el az emberek.',
    },
    marketing: {
      title: 'Marketing',
      description: 'Más cégek megtudják, mit nézel, és ez alapján olyasmit mutathatnak, ami illik hozzád.',
    },
    advertising: {
      title: 'Hirdetések',
      description: 'Más cégek rád szabott hirdetésekhez használhatják azt, amit itt csinálsz.',
    },
  },
  purposeItem: { service: 'szolgáltatás', services: 'szolgáltatás' },
  service: {
    purpose: 'Cél',
    purposes: 'Célok',
    required: { title: 'mindig bekapcsolva', description: 'A webhelynek szüksége van rá.' },
    optOut: {
      title: 'bekapcsolva, amíg el nem utasítod',
      description: 'Már a választásod előtt betöltődik. Kikapcsolhatod.',
    },
    disableAll: {
      title: 'Az összes egyszerre',
      description: 'Be- vagy kikapcsol minden szolgáltatást, amelyről dönthetsz.',
    },
  },
  platform: {
    title: 'Maga a webhely',
    description:
      'Bejelentkezve tart, és megjegyzi a témádat, valamint azt, hogy mit olvastál el és mit választottál itt.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Fogadja a fizetéseket. Csak az előfizetés oldalain töltődik be.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Azt méri, mely oldalakat olvassák, egy olyan kiszolgálón, amelyet a webhely üzemeltetője tart fenn. Ha be vagy jelentkezve, a felhasználói fiókod számát is megtudja.',
  },
  youtube: {
    title: 'YouTube',
    description:
      'A YouTube-on tárolt videókat játssza le. A Google ilyenkor megtudja az IP-címedet és azt, hogy melyik videót nézed.',
  },
};
