import { expect, it } from 'vitest';
import { fillTemplate, type MailContent } from '#features/mail-templates/mail-templates.public';
import { testMailTemplates } from '#features/mail-templates/testing';
import { accountSamples } from './account-mail-samples.ts';
import * as letters from './account-mail-templates.ts';
import type { AccountMail } from './account-mails.ts';

const url = 'https://learn.example.org/verify/7/AABnP0xY-xH1w6lEJ9sG7_bqk';
const at = '2026-11-21T14:05:09.123Z';

/** Every letter there is, with everything that a stranger may choose set to `hostile`. */
function write(hostile: string): Record<string, MailContent> {
  const recipient = { username: hostile, publicUrl: 'https://learn.example.org' };
  const all: Record<Exclude<AccountMail['kind'], 'second_factor_changed'>, MailContent> = {
    verify: fillTemplate(letters.verifyTemplate, recipient, { url }),
    reset: fillTemplate(letters.resetTemplate, recipient, { url }),
    password_changed: fillTemplate(letters.passwordChangedTemplate, recipient, {}),
    email_changed: fillTemplate(letters.emailChangedTemplate, recipient, {}),
    new_sign_in: fillTemplate(letters.newSignInTemplate, recipient, { device: hostile, at }),
    provider_linked: fillTemplate(letters.providerLinkedTemplate, recipient, { provider: hostile }),
    provider_unlinked: fillTemplate(letters.providerUnlinkedTemplate, recipient, { provider: hostile }),
    deletion_scheduled: fillTemplate(letters.deletionTemplate, recipient, { deleteAt: '2026-12-05T09:00:00.000Z' }),
  };
  const factors = Object.entries(letters.secondFactorTemplates).map(([what, letter]) => [
    what,
    fillTemplate(letter, recipient, {}),
  ]);
  return {
    ...all,
    choose: fillTemplate(letters.firstPasswordTemplate, recipient, { url }),
    ...Object.fromEntries(factors),
  };
}

testMailTemplates(write, accountSamples);

it('has a subject of its own for each', () => {
  const subjects = Object.values(write('mara')).map(({ subject }) => subject);
  // Connecting and disconnecting a provider are different letters too.
  expect(new Set(subjects).size).toBe(subjects.length);
});
