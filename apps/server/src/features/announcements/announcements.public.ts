export type { SendTest } from './test-mails.ts';
