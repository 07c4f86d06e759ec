import type { ConsentTexts } from '../texts.ts';

export const texts: ConsentTexts = {
  acceptAll: 'Accepta-ho tot',
  acceptSelected: 'Accepta la selecció',
  save: 'Desa',
  decline: 'Rebutja',
  ok: 'Accepta',
  close: 'Tanca',
  privacyPolicy: {
    name: 'què desa i què carrega aquest lloc web',
    text: 'Detalls: {privacyPolicy}.',
  },
  consentModal: {
    title: 'Què es pot carregar aquí',
    description: 'Tria què pot desar aquest lloc web al teu navegador i què pot carregar d’altres llocs.',
    saved: 'La teva tria s’ha desat.',
  },
  consentNotice: {
    title: 'Ens ho permets?',
    description:
      'Amb el teu consentiment, aquest lloc web també fa servir: {purposes}. Sense això funciona igual de bé.',
    changeDescription: 'Alguna cosa ha canviat aquí des de la teva última visita. Torna a triar, si us plau.',
    learnMore: 'Vull triar',
    testing: 'Prova: això encara no s’ha publicat.',
  },
  contextualConsent: {
    description: 'Aquest contingut ve de fora: {title}. El vols carregar?',
    hosts: 'El teu navegador es connectarà a {hosts}.',
    acceptOnce: 'Carrega’l només aquesta vegada',
    acceptAlways: 'Carrega’l sempre',
    descriptionEmptyStore: 'Ho pots canviar quan vulguis a «{link}».',
    modalLinkText: 'Gestiona les galetes',
    askAgain: 'Pregunta-m’ho la pròxima vegada',
  },
  purposes: {
    functional: {
      title: 'El que necessita aquest lloc web',
      description: 'Sense això, algunes parts del lloc web no funcionarien. No es pot desactivar.',
    },
    media: {
      title: 'Vídeos d’altres llocs',
      description: 'Es reprodueixen enmig d’una lliçó. Qui els allotja sap que els mires.',
    },
    performance: {
      title: 'Estadístiques',
      description: 'Ens ajuden a veure quines pàgines es llegeixen i on es perd la gent.',
    },
    marketing: {
      title: 'Màrqueting',
      description: 'Altres empreses saben què mires i ho poden fer servir per mostrar-te el que et pugui interessar.',
    },
    advertising: {
      title: 'Publicitat',
      description: 'Altres empreses poden fer servir el que fas aquí per mostrar-te anuncis fets a mida.',
    },
  },
  purposeItem: { service: 'servei', services: 'serveis' },
  service: {
    purpose: 'Finalitat',
    purposes: 'Finalitats',
    required: { title: 'sempre actiu', description: 'Aquest lloc web el necessita.' },
    optOut: { title: 'actiu fins que el rebutgis', description: 'Es carrega abans que triïs. El pots desactivar.' },
    disableAll: { title: 'Tots alhora', description: 'Activa o desactiva tots els serveis que pots triar.' },
  },
  platform: {
    title: 'Aquest mateix lloc web',
    description: 'Manté la teva sessió iniciada i recorda el tema, què has llegit i què has triat aquí.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Gestiona els pagaments. Només es carrega a les pàgines de la subscripció.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Compta quines pàgines es llegeixen, en un servidor que gestiona el responsable d’aquest lloc web. Si has iniciat la sessió, també rep l’identificador del teu compte.',
  },
  youtube: {
    title: 'YouTube',
    description: 'Reprodueix vídeos allotjats a YouTube. Google sap llavors la teva adreça IP i quin vídeo mires.',
  },
};
