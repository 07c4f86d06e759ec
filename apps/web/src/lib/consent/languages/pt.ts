import type { ConsentTexts } from '../texts.ts';

/** Neutral between Brazil and Europe: no pronoun for the reader. */
export const texts: ConsentTexts = {
  acceptAll: 'Permitir tudo',
  acceptSelected: 'Permitir o selecionado',
  save: 'Guardar',
  decline: 'Recusar',
  ok: 'Permitir',
  close: 'Fechar',
  privacyPolicy: {
    name: 'o que este site guarda e carrega',
    text: 'Em detalhe: {privacyPolicy}.',
  },
  consentModal: {
    title: 'O que pode ser carregado aqui',
    description: 'Escolha o que este site pode guardar no seu navegador e carregar de outros.',
    saved: 'A sua escolha está guardada.',
  },
  consentNotice: {
    title: 'Podemos?',
    description: 'Com o seu consentimento, este site também usa: {purposes}. Funciona igualmente bem sem isso.',
    changeDescription: 'Algo mudou aqui desde a sua última visita. Escolha novamente, por favor.',
    learnMore: 'Quero escolher',
    testing: 'Teste: isto ainda não está publicado.',
  },
  contextualConsent: {
    description: 'Este conteúdo vem de {title}. Carregar?',
    hosts: 'O seu navegador fará um pedido a {hosts}.',
    acceptOnce: 'Carregar desta vez',
    acceptAlways: 'Carregar sempre',
    descriptionEmptyStore: 'Pode mudar isto a qualquer momento aqui: {link}.',
    modalLinkText: 'Preferências de cookies',
    askAgain: 'Perguntar na próxima vez',
  },
  purposes: {
    functional: {
      title: 'O necessário para este site',
      description: 'Sem isto, partes do site não funcionariam. Não é possível desativar.',
    },
    media: {
      title: 'Vídeos de outros sites',
      description: 'São exibidos no meio de uma lição. Quem os hospeda recebe a informação de que foram vistos.',
    },
    performance: {
      title: 'Estatísticas',
      description: 'Ajudam a ver quais páginas são lidas e onde as pessoas se perdem.',
    },
    marketing: {
      title: 'Marketing',
      description:
        'Outras empresas recebem a informação do que é visto aqui e podem usá-la para mostrar conteúdos adequados.',
    },
    advertising: {
      title: 'Publicidade',
      description: 'Outras empresas podem usar a atividade neste site para mostrar anúncios personalizados.',
    },
  },
  purposeItem: {
    service: 'serviço',
    services: 'serviços',
  },
  service: {
    purpose: 'Finalidade',
    purposes: 'Finalidades',
    required: {
      title: 'sempre ativo',
      description: 'Este site precisa dele.',
    },
    optOut: {
      title: 'ativo até ser recusado',
      description: 'É carregado antes da sua escolha. Pode desativá-lo.',
    },
    disableAll: {
      title: 'Todos',
      description: 'Ativa ou desativa de uma vez os serviços que podem ser escolhidos.',
    },
  },
  platform: {
    title: 'O próprio site',
    description: 'Mantém a sessão iniciada e lembra o tema, o que já leu e o que escolheu aqui.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Recebe os pagamentos. Só é carregado nas páginas da assinatura.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Conta quais páginas são lidas, num servidor mantido por quem opera este site. Com sessão iniciada, recebe também o número da sua conta.',
  },
  youtube: {
    title: 'YouTube',
    description:
      'Reproduz vídeos que estão no YouTube. O Google recebe então o seu endereço na Internet e a informação de qual vídeo é visto.',
  },
};
