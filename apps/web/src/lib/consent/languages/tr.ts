import type { ConsentTexts } from '../texts.ts';

export const texts: ConsentTexts = {
  acceptAll: 'Tümüne izin ver',
  acceptSelected: 'Seçilenlere izin ver',
  save: 'Kaydet',
  decline: 'Reddet',
  ok: 'İzin ver',
  close: 'Kapat',
  privacyPolicy: {
    name: 'bu sitenin neleri sakladığı ve yüklediği',
    text: 'Ayrıntılar: {privacyPolicy}.',
  },
  consentModal: {
    title: 'Burada neler yüklenebilir',
    description: 'Bu sitenin tarayıcınızda neleri saklayabileceğini ve başka yerlerden neleri yükleyebileceğini seçin.',
    saved: 'Seçiminiz kaydedildi.',
  },
  consentNotice: {
    title: 'İzin verir misiniz?',
    description: 'Bu site izninizle şunları da kullanır: {purposes}. Bunlar olmadan da aynı şekilde çalışır.',
    changeDescription: 'Son ziyaretinizden bu yana burada bir şeyler değişti. Lütfen yeniden seçin.',
    learnMore: 'Kendim seçeyim',
    testing: 'Deneme: Bu henüz yayımlanmadı.',
  },
  contextualConsent: {
    description: 'Bu içeriğin kaynağı: {title}. Yüklensin mi?',
    hosts: 'Tarayıcınız şu adrese bağlanacak: {hosts}.',
    acceptOnce: 'Bu seferlik yükle',
    acceptAlways: 'Her zaman yükle',
    descriptionEmptyStore: 'Bunu istediğiniz zaman buradan değiştirebilirsiniz: {link}.',
    modalLinkText: 'Çerezleri yönet',
    askAgain: 'Bir dahaki sefere yine sor',
  },
  purposes: {
    functional: {
      title: 'Sitenin ihtiyaç duydukları',
      description: 'Bunlar olmadan sitenin bazı bölümleri çalışmaz. Kapatılamazlar.',
    },
    media: {
      title: 'Başka yerlerden videolar',
      description: 'Bir dersin ortasında oynatılırlar. Onları barındıran, izlediğinizi öğrenir.',
    },
    performance: {
      title: 'İstatistikler',
      description: 'Hangi sayfaların okunduğunu ve insanların nerede takıldığını görmemize yardımcı olur.',
    },
    marketing: {
      title: 'Pazarlama',
      description: 'Başka şirketler nelere baktığınızı öğrenir ve size uygun olanı göstermek için bunu kullanabilir.',
    },
    advertising: {
      title: 'Reklam',
      description: 'Başka şirketler burada yaptıklarınızı size yönelik reklamlar için kullanabilir.',
    },
  },
  purposeItem: {
    service: 'hizmet',
    services: 'hizmet',
  },
  service: {
    purpose: 'Amaç',
    purposes: 'Amaçlar',
    required: {
      title: 'her zaman açık',
      description: 'Bu sitenin buna ihtiyacı var.',
    },
    optOut: {
      title: 'siz reddedene kadar açık',
      description: 'Siz seçmeden önce yüklenir. Kapatabilirsiniz.',
    },
    disableAll: {
      title: 'Hepsi',
      description: 'Karar verebileceğiniz tüm hizmetleri açar veya kapatır.',
    },
  },
  platform: {
    title: 'Sitenin kendisi',
    description: 'Oturumunuzu açık tutar; temanızı, okuduklarınızı ve burada seçtiklerinizi hatırlar.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Ödemeleri alır. Yalnızca abonelik sayfalarında yüklenir.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Hangi sayfaların okunduğunu, bu siteyi işletenin kendi yönettiği bir sunucuda sayar. Oturum açtıysanız hesap numaranızı da öğrenir.',
  },
  youtube: {
    title: 'YouTube',
    description:
      'YouTube’daki videoları oynatır. Google o zaman internet adresinizi ve hangi videoyu izlediğinizi öğrenir.',
  },
};
