import type { ConsentTexts } from '../texts.ts';

export const texts: ConsentTexts = {
  acceptAll: 'Tout accepter',
  acceptSelected: 'Accepter la sélection',
  save: 'Enregistrer',
  decline: 'Refuser',
  ok: 'Accepter',
  close: 'Fermer',
  privacyPolicy: {
    name: 'ce que ce site conserve et charge',
    text: 'En détail\u00a0: {privacyPolicy}.',
  },
  consentModal: {
    title: 'Ce qui peut se charger ici',
    description: 'Choisissez ce que ce site peut conserver dans votre navigateur et charger d’ailleurs.',
    saved: 'Votre choix est enregistré.',
  },
  consentNotice: {
    title: 'Vous permettez\u00a0?',
    description: 'Avec votre accord, ce site utilise aussi\u00a0: {purposes}. Il fonctionne tout aussi bien sans.',
    changeDescription: 'Quelque chose a changé ici depuis votre dernière visite. Merci de choisir à nouveau.',
    learnMore: 'Choisir moi-même',
    testing: 'Test\u00a0: ceci n’est pas encore publié.',
  },
  contextualConsent: {
    description: 'Ce contenu vient d’ailleurs\u00a0: {title}. Le charger\u00a0?',
    hosts: 'Votre navigateur contactera {hosts}.',
    acceptOnce: 'Charger cette fois seulement',
    acceptAlways: 'Toujours charger',
    descriptionEmptyStore: 'Vous pouvez changer d’avis à tout moment via «\u00a0{link}\u00a0».',
    modalLinkText: 'Gérer les cookies',
    askAgain: 'Me redemander la prochaine fois',
  },
  purposes: {
    functional: {
      title: 'Ce dont ce site a besoin',
      description: 'Sans cela, des parties de ce site ne fonctionneraient pas. Cela ne peut pas être désactivé.',
    },
    media: {
      title: 'Vidéos venues d’ailleurs',
      description: 'Elles passent au milieu d’une leçon. Le site qui les héberge apprend que vous les regardez.',
    },
    performance: {
      title: 'Statistiques',
      description: 'Elles nous aident à voir quelles pages sont lues et où l’on se perd.',
    },
    marketing: {
      title: 'Marketing',
      description:
        'D’autres entreprises apprennent ce que vous regardez et peuvent s’en servir pour vous montrer ce qui vous correspond.',
    },
    advertising: {
      title: 'Publicité',
      description: 'D’autres entreprises peuvent se servir de ce que vous faites ici pour des publicités ciblées.',
    },
  },
  purposeItem: { service: 'service', services: 'services' },
  service: {
    purpose: 'Finalité',
    purposes: 'Finalités',
    required: { title: 'toujours actif', description: 'Ce site en a besoin.' },
    optOut: {
      title: 'actif jusqu’à votre refus',
      description: 'Il se charge avant votre choix. Libre à vous de le désactiver.',
    },
    disableAll: {
      title: 'Tous à la fois',
      description: 'Active ou désactive tous les services que vous pouvez choisir.',
    },
  },
  platform: {
    title: 'Le site lui-même',
    description:
      'Garde votre session ouverte et retient votre thème, ce que vous avez lu et ce que vous avez choisi ici.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Encaisse les paiements. Ne se charge que sur les pages de l’abonnement.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Compte les pages lues, sur un serveur que gère l’exploitant de ce site. Si votre session est ouverte, il apprend aussi le numéro de votre compte.',
  },
  youtube: {
    title: 'YouTube',
    description:
      'Lit des vidéos hébergées sur YouTube. Google connaît alors votre adresse IP et la vidéo que vous regardez.',
  },
};
