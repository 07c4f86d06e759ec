import { createSampleMail, type Recipient, type SampleMail } from '#features/mail-templates/mail-templates.public';
import * as letters from './account-mail-templates.ts';

const time = '2026-11-21T14:05:00.000Z';
/** Opens nothing. */
const link = (page: string) => (recipient: Recipient) => ({ url: `${recipient.publicUrl}/${page}/0/example` });
const nothing = () => ({});
const provider = () => ({ provider: 'the provider' });

/** Every letter about an account, about an example. */
export const accountSamples: readonly SampleMail[] = [
  createSampleMail(letters.verifyTemplate, link('verify')),
  createSampleMail(letters.resetTemplate, link('password-reset')),
  createSampleMail(letters.firstPasswordTemplate, link('password-reset')),
  createSampleMail(letters.passwordChangedTemplate, nothing),
  createSampleMail(letters.emailChangedTemplate, nothing),
  createSampleMail(letters.newSignInTemplate, () => ({ device: 'Firefox on Linux', at: time })),
  ...Object.values(letters.secondFactorTemplates).map((letter) => createSampleMail(letter, nothing)),
  createSampleMail(letters.providerLinkedTemplate, provider),
  createSampleMail(letters.providerUnlinkedTemplate, provider),
  createSampleMail(letters.deletionTemplate, () => ({ deleteAt: time })),
];
