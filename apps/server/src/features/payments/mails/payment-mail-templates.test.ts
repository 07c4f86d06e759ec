import { expect, it } from 'vitest';
import { fillTemplate, type MailContent } from '#features/mail-templates/mail-templates.public';
import { testMailTemplates } from '#features/mail-templates/testing';
import { paymentSamples } from './payment-mail-samples.ts';
import * as templates from './payment-mail-templates.ts';

/** Every payment mail. Only the username is chosen by a user; the other values are Paddle's or ours. */
function write(username: string): Record<string, MailContent> {
  const recipient = { username, publicUrl: 'https://learn.example.org' };
  const sum = { plan: 'Foundational', total: '€18.00', last4: '4242' };
  const day = '24 December 2026';
  const receipt = {
    ...sum,
    cycle: 'monthly',
    tax: '€2.87',
    period: { from: '24 November 2026', until: day },
    invoice: '325-10001',
  };
  const minimal = { ...receipt, tax: null, period: null, last4: null, invoice: null };
  const end = { tier: 'Foundational', left: 'Free' };
  return {
    receipt: fillTemplate(templates.receiptTemplate, recipient, receipt),
    'receipt with few details': fillTemplate(templates.receiptTemplate, recipient, minimal),
    reminder: fillTemplate(templates.reminderTemplate, recipient, { ...sum, day }),
    'reminder without a card': fillTemplate(templates.reminderTemplate, recipient, { ...sum, day, last4: null }),
    'declined card': fillTemplate(templates.cardDeclinedTemplate, recipient, { ...sum, until: day }),
    cancellation: fillTemplate(templates.cancellationTemplate, recipient, { ...sum, day }),
    resumption: fillTemplate(templates.resumptionTemplate, recipient, { ...sum, day }),
    'end of a subscription': fillTemplate(templates.accessEndedTemplates.subscription, recipient, end),
    'end without payment': fillTemplate(templates.accessEndedTemplates.unpaid, recipient, end),
    'end of a voucher': fillTemplate(templates.accessEndedTemplates.voucher, recipient, end),
  };
}

testMailTemplates(write, paymentSamples, templates);

it('shows only the details of a receipt that Paddle has sent', () => {
  const { receipt, 'receipt with few details': short } = write('mara');
  expect(receipt?.facts).toEqual([
    ['Bought', 'Foundational, monthly'],
    ['Paid', '€18.00, including €2.87 tax'],
    ['Period', '24 November 2026 to 24 December 2026'],
    ['Card', 'ending in 4242'],
    ['Invoice', '325-10001'],
  ]);
  expect(short?.facts).toEqual([
    ['Bought', 'Foundational, monthly'],
    ['Paid', '€18.00'],
  ]);
});

it('states the day, the amount and how to cancel in mails about a renewal', () => {
  const { reminder, 'declined card': declined, cancellation } = write('mara');
  expect(reminder?.paragraphs.join()).toMatch(/renews on 24 December 2026. We will charge €18.00 .* ending in 4242/);
  expect(reminder?.otherwise).toContain('Cancel on that page before 24 December 2026.');
  expect(declined?.paragraphs.join()).toContain('You keep access until 24 December 2026');
  expect(declined?.action.url).toBe('https://learn.example.org/subscription');
  expect(cancellation?.paragraphs.join()).toMatch(/ends on 24 December 2026.*Resume it/);
});
