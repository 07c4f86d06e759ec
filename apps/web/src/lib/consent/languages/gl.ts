import type { ConsentTexts } from '../texts.ts';

export const texts: ConsentTexts = {
  acceptAll: 'Aceptar todo',
  acceptSelected: 'Aceptar a selección',
  save: 'Gardar',
  decline: 'Rexeitar',
  ok: 'Aceptar',
  close: 'Pechar',
  privacyPolicy: {
    name: 'que garda e que carga este sitio',
    text: 'Detalles: {privacyPolicy}.',
  },
  consentModal: {
    title: 'Que se pode cargar aquí',
    description: 'Escolle que pode gardar este sitio no teu navegador e que pode cargar doutros sitios.',
    saved: 'A túa escolla queda gardada.',
  },
  consentNotice: {
    title: 'Permítesnolo?',
    description: 'Co teu consentimento, este sitio tamén usa: {purposes}. Sen iso funciona igual de ben.',
    changeDescription: 'Algo cambiou aquí desde a túa última visita. Escolle de novo, por favor.',
    learnMore: 'Déixame escoller',
    testing: 'Proba: isto aínda non está publicado.',
  },
  contextualConsent: {
    description: 'Este contido vén de {title}. Cargámolo?',
    hosts: 'O teu navegador conectarase a {hosts}.',
    acceptOnce: 'Cargar só esta vez',
    acceptAlways: 'Cargar sempre',
    descriptionEmptyStore: 'Podes cambialo cando queiras en «{link}».',
    modalLinkText: 'Xestionar as cookies',
    askAgain: 'Preguntarme a próxima vez',
  },
  purposes: {
    functional: {
      title: 'O que este sitio necesita',
      description: 'Sen isto, algunhas partes do sitio non funcionarían. Non se pode desactivar.',
    },
    media: {
      title: 'Vídeos doutros sitios',
      description: 'Reprodúcense no medio dunha lección. Quen os aloxa sabe que os ves.',
    },
    performance: {
      title: 'Estatísticas',
      description: 'Axúdannos a ver que páxinas se len e onde se perde a xente.',
    },
    marketing: {
      title: 'Mercadotecnia',
      description: 'Outras empresas saben o que miras e poden usalo para amosarche o que che acaia.',
    },
    advertising: {
      title: 'Publicidade',
      description: 'Outras empresas poden usar o que fas aquí para amosarche anuncios á túa medida.',
    },
  },
  purposeItem: { service: 'servizo', services: 'servizos' },
  service: {
    purpose: 'Finalidade',
    purposes: 'Finalidades',
    required: { title: 'sempre activo', description: 'Este sitio necesítao.' },
    optOut: { title: 'activo ata que o rexeites', description: 'Cárgase antes de que escollas. Podes desactivalo.' },
    disableAll: { title: 'Todos á vez', description: 'Activa ou desactiva todos os servizos que podes escoller.' },
  },
  platform: {
    title: 'O propio sitio',
    description: 'Mantén a túa sesión iniciada e lembra o teu tema, o que liches e o que escolliches aquí.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Xestiona os pagamentos. Só se carga nas páxinas da subscrición.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Conta que páxinas se len, nun servidor que administra o responsable deste sitio. Se iniciaches sesión, tamén recibe o identificador da túa conta.',
  },
  youtube: {
    title: 'YouTube',
    description: 'Reproduce vídeos aloxados en YouTube. Google coñece entón o teu enderezo IP e que vídeo ves.',
  },
};
