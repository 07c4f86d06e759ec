import type { ConsentTexts } from '../texts.ts';

export const texts: ConsentTexts = {
  acceptAll: '全部允许',
  acceptSelected: '允许所选',
  save: '保存',
  decline: '拒绝',
  ok: '允许',
  close: '关闭',
  privacyPolicy: {
    name: '本站保存和加载的内容',
    text: '详情：{privacyPolicy}。',
  },
  consentModal: {
    title: '这里可以加载什么',
    description: '请选择本站可以在你的浏览器中保存什么、从其他网站加载什么。',
    saved: '你的选择已保存。',
  },
  consentNotice: {
    title: '可以吗？',
    description: '经你同意，本站还会使用：{purposes}。不使用这些，本站同样运行良好。',
    changeDescription: '自你上次访问以来，这里有所变化。请重新选择。',
    learnMore: '自己选择',
    testing: '测试：尚未发布。',
  },
  contextualConsent: {
    description: '此内容来自 {title}。要加载吗？',
    hosts: '你的浏览器将向 {hosts} 发出请求。',
    acceptOnce: '仅此一次加载',
    acceptAlways: '始终加载',
    descriptionEmptyStore: '你可以随时在这里更改：{link}。',
    modalLinkText: '管理 Cookie',
    askAgain: '下次再问我',
  },
  purposes: {
    functional: {
      title: '本站运行所需',
      description: '没有它们，本站的部分功能将无法使用。它们不能关闭。',
    },
    media: {
      title: '来自其他网站的视频',
      description: '它们在课程中播放。存放视频的一方会知道你在观看。',
    },
    performance: {
      title: '统计',
      description: '帮助我们了解哪些页面有人阅读，以及大家在哪里遇到困难。',
    },
    marketing: {
      title: '营销',
      description: '其他公司会知道你看了什么，并可能据此向你展示适合你的内容。',
    },
    advertising: {
      title: '广告',
      description: '其他公司可能会利用你在这里的行为，向你投放针对你的广告。',
    },
  },
  purposeItem: {
    service: '项服务',
    services: '项服务',
  },
  service: {
    purpose: '用途',
    purposes: '用途',
    required: {
      title: '始终开启',
      description: '本站需要它。',
    },
    optOut: {
      title: '开启，直到你拒绝',
      description: '在你选择之前就会加载。你可以将其关闭。',
    },
    disableAll: {
      title: '全部服务',
      description: '一次开启或关闭所有可由你选择的服务。',
    },
  },
  platform: {
    title: '本站自身',
    description: '让你保持登录，并记住你的主题、读过的内容和在这里的选择。',
  },
  paddle: {
    title: 'Paddle',
    description: '处理付款。仅在订阅页面加载。',
  },
  matomo: {
    title: 'Matomo',
    description: '在本站运营者自己管理的服务器上统计哪些页面有人阅读。如果你已登录，它还会知道你的账号编号。',
  },
  youtube: {
    title: 'YouTube',
    description: '播放存放在 YouTube 上的视频。届时 Google 会知道你的互联网地址和你观看的视频。',
  },
};
