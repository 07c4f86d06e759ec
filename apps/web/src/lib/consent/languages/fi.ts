import type { ConsentTexts } from '../texts.ts';

export const texts: ConsentTexts = {
  acceptAll: 'Hyväksy kaikki',
  acceptSelected: 'Hyväksy valitut',
  save: 'Tallenna',
  decline: 'Hylkää',
  ok: 'Hyväksy',
  close: 'Sulje',
  privacyPolicy: {
    name: 'mitä tämä sivusto tallentaa ja lataa',
    text: 'Lisätietoja: {privacyPolicy}.',
  },
  consentModal: {
    title: 'Mitä täällä saa ladata',
    description: 'Valitse, mitä tämä sivusto saa tallentaa selaimeesi ja ladata muualta.',
    saved: 'Valintasi on tallennettu.',
  },
  consentNotice: {
    title: 'Saammeko luvan?',
    description:
      'Suostumuksellasi tällä sivustolla ovat käytössä myös: {purposes}. Sivusto toimii yhtä hyvin ilmankin.',
    changeDescription: 'Jokin täällä on muuttunut edellisen käyntisi jälkeen. Valitse uudelleen.',
    learnMore: 'Valitsen itse',
    testing: 'Testi: tätä ei ole vielä julkaistu.',
  },
  contextualConsent: {
    description: 'Tämän sisällön tarjoaa {title}. Ladataanko se?',
    hosts: 'Selaimesi ottaa yhteyden osoitteeseen {hosts}.',
    acceptOnce: 'Lataa vain tämän kerran',
    acceptAlways: 'Lataa aina',
    descriptionEmptyStore: 'Voit muuttaa tätä milloin tahansa kohdassa ”{link}”.',
    modalLinkText: 'Hallitse evästeitä',
    askAgain: 'Kysy ensi kerralla uudelleen',
  },
  purposes: {
    functional: {
      title: 'Sivustolle välttämättömät',
      description: 'Ilman näitä osa sivustosta ei toimisi. Niitä ei voi poistaa käytöstä.',
    },
    media: {
      title: 'Muualta tulevat videot',
      description: 'Niitä näytetään oppitunnin lomassa. Se, jonka palvelimella ne ovat, saa tietää, että katsot niitä.',
    },
    performance: {
      title: 'Tilastot',
      description: 'Ne auttavat meitä näkemään, mitä sivuja luetaan ja missä kohdin ihmiset eksyvät.',
    },
    marketing: {
      title: 'Markkinointi',
      description:
        'Muut yritykset saavat tietää, mitä katselet, ja voivat näyttää sinulle sen perusteella sopivaa sisältöä.',
    },
    advertising: {
      title: 'Mainonta',
      description: 'Muut yritykset voivat käyttää sitä, mitä teet täällä, sinulle kohdennettuun mainontaan.',
    },
  },
  purposeItem: { service: 'palvelu', services: 'palvelua' },
  service: {
    purpose: 'Käyttötarkoitus',
    purposes: 'Käyttötarkoitukset',
    required: { title: 'aina päällä', description: 'Tämä sivusto tarvitsee sitä.' },
    optOut: {
      title: 'päällä, kunnes kieltäydyt',
      description: 'Se latautuu jo ennen valintaasi. Voit poistaa sen käytöstä.',
    },
    disableAll: {
      title: 'Kaikki kerralla',
      description: 'Ottaa käyttöön tai poistaa käytöstä kaikki valittavissa olevat palvelut.',
    },
  },
  platform: {
    title: 'Sivusto itse',
    description: 'Pitää sinut kirjautuneena ja muistaa teemasi, lukemasi sivut ja täällä tekemäsi valinnat.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Hoitaa maksut. Latautuu vain tilauksen sivuilla.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Laskee sivuston ylläpitäjän omalla palvelimella, mitä sivuja luetaan. Jos olet kirjautunut sisään, se saa tietää myös käyttäjätilisi numeron.',
  },
  youtube: {
    title: 'YouTube',
    description:
      'Toistaa YouTubessa olevia videoita. Google saa silloin tietää IP-osoitteesi ja sen, mitä videota katsot.',
  },
};
