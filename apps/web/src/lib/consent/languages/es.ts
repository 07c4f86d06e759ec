import type { ConsentTexts } from '../texts.ts';

export const texts: ConsentTexts = {
  acceptAll: 'Aceptar todo',
  acceptSelected: 'Aceptar la selección',
  save: 'Guardar',
  decline: 'Rechazar',
  ok: 'Aceptar',
  close: 'Cerrar',
  privacyPolicy: {
    name: 'qué guarda y qué carga este sitio',
    text: 'Detalles: {privacyPolicy}.',
  },
  consentModal: {
    title: 'Qué se puede cargar aquí',
    description: 'Elige qué puede guardar este sitio en tu navegador y qué puede cargar de otros sitios.',
    saved: 'Tu elección queda guardada.',
  },
  consentNotice: {
    title: '¿Nos lo permites?',
    description: 'Con tu consentimiento, este sitio también usa: {purposes}. Sin ello funciona igual de bien.',
    changeDescription: 'Algo ha cambiado aquí desde tu última visita. Vuelve a elegir, por favor.',
    learnMore: 'Déjame elegir',
    testing: 'Prueba: esto aún no está publicado.',
  },
  contextualConsent: {
    description: 'Este contenido viene de {title}. ¿Lo cargamos?',
    hosts: 'Tu navegador se conectará a {hosts}.',
    acceptOnce: 'Cargar solo esta vez',
    acceptAlways: 'Cargar siempre',
    descriptionEmptyStore: 'Puedes cambiarlo cuando quieras en «{link}».',
    modalLinkText: 'Gestionar cookies',
    askAgain: 'Preguntarme la próxima vez',
  },
  purposes: {
    functional: {
      title: 'Lo que este sitio necesita',
      description: 'Sin esto, algunas partes del sitio no funcionarían. No se puede desactivar.',
    },
    media: {
      title: 'Vídeos de otros sitios',
      description: 'Se reproducen en mitad de una lección. Quien los aloja sabe que los ves.',
    },
    performance: {
      title: 'Estadísticas',
      description: 'Nos ayudan a ver qué páginas se leen y dónde se pierde la gente.',
    },
    marketing: {
      title: 'Marketing',
      description: 'Otras empresas se enteran de lo que miras y pueden usarlo para mostrarte lo que te encaje.',
    },
    advertising: {
      title: 'Publicidad',
      description: 'Otras empresas pueden usar lo que haces aquí para mostrarte anuncios a tu medida.',
    },
  },
  purposeItem: { service: 'servicio', services: 'servicios' },
  service: {
    purpose: 'Finalidad',
    purposes: 'Finalidades',
    required: { title: 'siempre activo', description: 'Este sitio lo necesita.' },
    optOut: {
      title: 'activo hasta que lo rechaces',
      description: 'Se carga antes de que elijas. Puedes desactivarlo.',
    },
    disableAll: { title: 'Todos a la vez', description: 'Activa o desactiva todos los servicios que puedes elegir.' },
  },
  platform: {
    title: 'El propio sitio',
    description: 'Mantiene tu sesión iniciada y recuerda tu tema, lo que has leído y lo que has elegido aquí.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Gestiona los pagos. Solo se carga en las páginas de la suscripción.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Cuenta qué páginas se leen, en un servidor que administra el responsable de este sitio. Si has iniciado sesión, también recibe el identificador de tu cuenta.',
  },
  youtube: {
    title: 'YouTube',
    description: 'Reproduce vídeos alojados en YouTube. Google conoce entonces tu dirección IP y qué vídeo ves.',
  },
};
