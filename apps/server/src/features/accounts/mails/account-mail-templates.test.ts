import { expect, it } from 'vitest';
import { fillTemplate, type MailContent } from '#features/mail-templates/mail-templates.public';
import { testMailTemplates } from '#features/mail-templates/testing';
import { accountSamples } from './account-mail-samples.ts';
import * as templates from './account-mail-templates.ts';
import type { AccountMail } from './account-mails.ts';

const url = 'https://learn.example.org/verify/7/AABnP0xY-xH1w6lEJ9sG7_bqk';
const at = '2026-11-21T14:05:09.123Z';

/** Writes every mail, with all text that a stranger can choose set to `hostile`. */
function write(hostile: string): Record<string, MailContent> {
  const recipient = { username: hostile, publicUrl: 'https://learn.example.org' };
  const all: Record<Exclude<AccountMail['kind'], 'second_factor_changed'>, MailContent> = {
    verify: fillTemplate(templates.verifyTemplate, recipient, { url }),
    reset: fillTemplate(templates.resetTemplate, recipient, { url }),
    password_changed: fillTemplate(templates.passwordChangedTemplate, recipient, {}),
    email_changed: fillTemplate(templates.emailChangedTemplate, recipient, {}),
    new_sign_in: fillTemplate(templates.newSignInTemplate, recipient, { device: hostile, at }),
    provider_linked: fillTemplate(templates.providerLinkedTemplate, recipient, { provider: hostile }),
    provider_unlinked: fillTemplate(templates.providerUnlinkedTemplate, recipient, { provider: hostile }),
    deletion_by_operator: fillTemplate(templates.deletionByOperatorTemplate, recipient, {
      deleteAt: '2026-12-05T09:00:00.000Z',
    }),
    welcome: fillTemplate(templates.welcomeTemplate, recipient, { url }),
    deletion_scheduled: fillTemplate(templates.deletionTemplate, recipient, { deleteAt: '2026-12-05T09:00:00.000Z' }),
  };
  const factors = Object.entries(templates.secondFactorTemplates).map(([what, letter]) => [
    what,
    fillTemplate(letter, recipient, {}),
  ]);
  return {
    ...all,
    choose: fillTemplate(templates.firstPasswordTemplate, recipient, { url }),
    ...Object.fromEntries(factors),
  };
}

testMailTemplates(write, accountSamples, templates);

it('have distinct subjects', () => {
  const subjects = Object.values(write('mara')).map(({ subject }) => subject);
  // This includes connecting and disconnecting a provider.
  expect(new Set(subjects).size).toBe(subjects.length);
});
