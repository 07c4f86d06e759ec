import { createSampleMail, type Recipient, type SampleMail } from '#features/mail-templates/mail-templates.public';
import * as templates from './account-mail-templates.ts';

const time = '2026-11-21T14:05:00.000Z';
/** An example link that works nowhere. */
const link = (page: string) => (recipient: Recipient) => ({ url: `${recipient.publicUrl}/${page}/0/example` });
const noData = () => ({});
const provider = () => ({ provider: 'the provider' });

/** Every account mail template with example data. */
export const accountSamples: readonly SampleMail[] = [
  createSampleMail(templates.verifyTemplate, link('verify')),
  createSampleMail(templates.resetTemplate, link('password-reset')),
  createSampleMail(templates.firstPasswordTemplate, link('password-reset')),
  createSampleMail(templates.passwordChangedTemplate, noData),
  createSampleMail(templates.emailChangedTemplate, noData),
  createSampleMail(templates.newSignInTemplate, () => ({ device: 'Firefox on Linux', at: time })),
  ...Object.values(templates.secondFactorTemplates).map((letter) => createSampleMail(letter, noData)),
  createSampleMail(templates.providerLinkedTemplate, provider),
  createSampleMail(templates.providerUnlinkedTemplate, provider),
  createSampleMail(templates.deletionTemplate, () => ({ deleteAt: time })),
  createSampleMail(templates.deletionByOperatorTemplate, () => ({ deleteAt: time })),
  createSampleMail(templates.welcomeTemplate, link('password-reset')),
];
