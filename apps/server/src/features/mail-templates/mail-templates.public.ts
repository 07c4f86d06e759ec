export { type ComposeMail, createComposeMail } from './compose-mail.ts';
export { accountPhrase, type MailContent, type Recipient, siteHost } from './mail-content.ts';
export { defineMailTemplate, fillTemplate, type MailTemplate } from './mail-template.ts';
export { formatUtcTime, sanitizeName } from './plain-text.ts';
export { renderAuthoredMail, renderMail } from './render-mail.ts';
export { createSampleMail, type SampleMail } from './sample-mail.ts';
export type { SendTestMail } from './send-test-mail.ts';
