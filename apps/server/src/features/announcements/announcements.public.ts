export type { SendTestMail } from './test-mails.ts';
