import type { ConsentTexts } from '../texts.ts';

export const texts: ConsentTexts = {
  acceptAll: 'Zezwól na wszystko',
  acceptSelected: 'Zezwól na wybrane',
  save: 'Zapisz',
  decline: 'Odrzuć',
  ok: 'Zezwól',
  close: 'Zamknij',
  privacyPolicy: {
    name: 'co ta strona przechowuje i wczytuje',
    text: 'Szczegóły: {privacyPolicy}.',
  },
  consentModal: {
    title: 'Co można tu wczytać',
    description: 'Wybierz, co ta strona może przechowywać w Twojej przeglądarce i wczytywać z zewnątrz.',
    saved: 'Twój wybór jest zapisany.',
  },
  consentNotice: {
    title: 'Czy możemy?',
    description:
      'Za Twoją zgodą ta strona korzysta też z usług w kategoriach: {purposes}. Bez nich działa równie dobrze.',
    changeDescription: 'Od Twojej ostatniej wizyty coś się tu zmieniło. Wybierz, proszę, jeszcze raz.',
    learnMore: 'Chcę wybrać',
    testing: 'Test: to nie jest jeszcze opublikowane.',
  },
  contextualConsent: {
    description: 'Źródło tej treści: {title}. Wczytać?',
    hosts: 'Twoja przeglądarka połączy się z serwerem {hosts}.',
    acceptOnce: 'Wczytaj tym razem',
    acceptAlways: 'Wczytuj zawsze',
    descriptionEmptyStore: 'Możesz to zmienić w każdej chwili tutaj: {link}.',
    modalLinkText: 'Zarządzaj plikami cookie',
    askAgain: 'Zapytaj mnie następnym razem',
  },
  purposes: {
    functional: {
      title: 'To, czego strona potrzebuje',
      description: 'Bez nich części tej strony by nie działały. Nie można ich wyłączyć.',
    },
    media: {
      title: 'Filmy z innych miejsc',
      description: 'Odtwarzają się w środku lekcji. Kto je przechowuje, dowiaduje się, że je oglądasz.',
    },
    performance: {
      title: 'Statystyka',
      description: 'Pomaga nam zobaczyć, które strony są czytane i gdzie ludzie się gubią.',
    },
    marketing: {
      title: 'Marketing',
      description:
        'Inne firmy dowiadują się, co oglądasz, i mogą na tej podstawie pokazywać Ci to, co do Ciebie pasuje.',
    },
    advertising: {
      title: 'Reklama',
      description: 'Inne firmy mogą wykorzystać to, co tu robisz, do reklam skierowanych do Ciebie.',
    },
  },
  purposeItem: {
    service: 'usługa',
    services: 'usługi',
  },
  service: {
    purpose: 'Cel',
    purposes: 'Cele',
    required: {
      title: 'zawsze włączone',
      description: 'Ta strona tego potrzebuje.',
    },
    optOut: {
      title: 'włączone, dopóki nie odmówisz',
      description: 'Wczytuje się przed Twoim wyborem. Można to wyłączyć.',
    },
    disableAll: {
      title: 'Wszystkie',
      description: 'Włącza lub wyłącza wszystkie usługi, o których możesz zdecydować.',
    },
  },
  platform: {
    title: 'Sama strona',
    description: 'Utrzymuje Twoje zalogowanie i pamięta motyw, przeczytane strony oraz dokonane tu wybory.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Przyjmuje płatności. Wczytuje się tylko na stronach subskrypcji.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Liczy, które strony są czytane, na serwerze prowadzonym przez operatora tej strony. Po zalogowaniu poznaje też numer Twojego konta.',
  },
  youtube: {
    title: 'YouTube',
    description:
      'Odtwarza filmy umieszczone w YouTube. Google poznaje wtedy Twój adres internetowy i to, jaki film oglądasz.',
  },
};
