import type { ConsentTexts } from '../texts.ts';

export const texts: ConsentTexts = {
  acceptAll: 'Tot autorizar',
  acceptSelected: 'Autorizar la seleccion',
  save: 'Enregistrar',
  decline: 'Refusar',
  ok: 'Autorizar',
  close: 'Barrar',
  privacyPolicy: {
    name: 'çò que lo site garda e carga',
    text: 'En detalh: {privacyPolicy}.',
  },
  consentModal: {
    title: 'Çò que se pòt cargar aicí',
    description: 'Causissètz çò qu’aqueste site pòt gardar dins vòstre navegador e cargar d’endacòm mai.',
    saved: 'Vòstra causida es enregistrada.',
  },
  consentNotice: {
    title: 'O permetètz?',
    description: 'Amb vòstre acòrdi, aqueste site utiliza tanben: {purposes}. Fonciona tan plan sens aquò.',
    changeDescription: 'Quicòm a cambiat aicí dempuèi vòstra darrièra visita. Tornatz causir, se vos plai.',
    learnMore: 'Vòli causir',
    testing: 'Tèst: aquò es pas encara publicat.',
  },
  contextualConsent: {
    description: 'Aqueste contengut ven de {title}. Lo volètz cargar?',
    hosts: 'Vòstre navegador contactarà {hosts}.',
    acceptOnce: 'Cargar aqueste còp',
    acceptAlways: 'Cargar totjorn',
    descriptionEmptyStore: 'O podètz cambiar quand volgatz aicí: {link}.',
    modalLinkText: 'Gerir los cookies',
    askAgain: 'Me tornar demandar lo còp que ven',
  },
  purposes: {
    functional: {
      title: 'Çò que cal a aqueste site',
      description: 'Sens aquestes servicis, de partidas del site foncionarián pas. Se pòdon pas desactivar.',
    },
    media: {
      title: 'Vidèos d’endacòm mai',
      description: 'Se pòdon veire al mitan d’una leiçon. Lo que las albèrga sap que las agachatz.',
    },
    performance: {
      title: 'Estatisticas',
      description: 'Nos ajudan a veire quinas paginas son legidas e ont se perd lo mond.',
    },
    marketing: {
      title: 'Mercatica',
      description: 'D’autras entrepresas sabon çò qu’agachatz e se’n pòdon servir per vos mostrar çò que vos agrada.',
    },
    advertising: {
      title: 'Publicitat',
      description: 'D’autras entrepresas pòdon se servir de çò que fasètz aicí per de publicitats que vos ciblan.',
    },
  },
  purposeItem: {
    service: 'servici',
    services: 'servicis',
  },
  service: {
    purpose: 'Finalitat',
    purposes: 'Finalitats',
    required: {
      title: 'totjorn actiu',
      description: 'Aqueste site n’a besonh.',
    },
    optOut: {
      title: 'actiu fins a vòstre refús',
      description: 'Se carga abans qu’ajatz causit. Lo podètz desactivar.',
    },
    disableAll: {
      title: 'Totes',
      description: 'Activa o desactiva d’un còp los servicis que podètz causir.',
    },
  },
  platform: {
    title: 'Lo site el meteis',
    description: 'Manten vòstra session dobèrta e reten vòstre tèma, çò qu’avètz legit e çò qu’avètz causit aicí.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Recep los pagaments. Se carga pas que sus las paginas de l’abonament.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Compta quinas paginas son legidas, sus un servidor gerit pel responsable del site. Se sètz connectat, recep tanben lo numèro de vòstre compte.',
  },
  youtube: {
    title: 'YouTube',
    description:
      'Legís de vidèos que son sus YouTube. Google coneis alara vòstra adreça Internet e quina vidèo agachatz.',
  },
};
