import type { ConsentTexts } from '../texts.ts';

export const texts: ConsentTexts = {
  acceptAll: 'Дозволи све',
  acceptSelected: 'Дозволи изабрано',
  save: 'Сачувај',
  decline: 'Одбиј',
  ok: 'Дозволи',
  close: 'Затвори',
  privacyPolicy: {
    name: 'шта овај сајт чува и учитава',
    text: 'Детаљно: {privacyPolicy}.',
  },
  consentModal: {
    title: 'Шта сме овде да се учита',
    description: 'Изаберите шта овај сајт сме да чува у вашем прегледачу и да учитава с других места.',
    saved: 'Ваш избор је сачуван.',
  },
  consentNotice: {
    title: 'Смемо ли?',
    description: 'Уз ваш пристанак овај сајт користи и следеће: {purposes}. Ради подједнако добро и без тога.',
    changeDescription: 'Од ваше последње посете овде се нешто променило. Изаберите поново.',
    learnMore: 'Желим да изаберем',
    testing: 'Тест: ово још није објављено.',
  },
  contextualConsent: {
    description: 'Извор овог садржаја: {title}. Учитати?',
    hosts: 'Ваш прегледач ће се обратити серверу {hosts}.',
    acceptOnce: 'Учитај овај пут',
    acceptAlways: 'Увек учитавај',
    descriptionEmptyStore: 'То можете да промените у сваком тренутку овде: {link}.',
    modalLinkText: 'Управљај колачићима',
    askAgain: 'Питај ме следећи пут',
  },
  purposes: {
    functional: {
      title: 'Шта је овом сајту потребно',
      description: 'Без њих делови сајта не би радили. Не могу се искључити.',
    },
    media: {
      title: 'Снимци с других места',
      description: 'Приказују се усред лекције. Ко их чува, сазнаје да их гледате.',
    },
    performance: {
      title: 'Статистика',
      description: 'Помаже нам да видимо које се странице читају и где се људи губе.',
    },
    marketing: {
      title: 'Маркетинг',
      description: 'Друге фирме сазнају шта гледате и могу на основу тога да вам покажу оно што вам одговара.',
    },
    advertising: {
      title: 'Оглашавање',
      description: 'Друге фирме могу да искористе оно што овде радите за огласе намењене вама.',
    },
  },
  purposeItem: {
    service: 'услуга',
    services: 'услуге',
  },
  service: {
    purpose: 'Сврха',
    purposes: 'Сврхе',
    required: {
      title: 'увек укључено',
      description: 'Потребна је овом сајту.',
    },
    optOut: {
      title: 'укључено док не одбијете',
      description: 'Учитава се пре вашег избора. Можете да је искључите.',
    },
    disableAll: {
      title: 'Све одједном',
      description: 'Укључује или искључује све услуге о којима можете да одлучите.',
    },
  },
  platform: {
    title: 'Сам сајт',
    description: 'Одржава вашу пријаву и памти тему, шта сте прочитали и шта сте овде изабрали.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Прима плаћања. Учитава се само на страницама претплате.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Броји које се странице читају, на серверу којим управља власник овог сајта. Ако сте пријављени, сазнаје и број вашег налога.',
  },
  youtube: {
    title: 'YouTube',
    description:
      'Приказује снимке који се налазе на платформи YouTube. Google тада сазнаје вашу интернет адресу и који снимак гледате.',
  },
};
