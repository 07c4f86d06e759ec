import { createSampleMail, type SampleMail } from '#features/mail-templates/mail-templates.public';
import * as templates from './payment-mail-templates.ts';

const day = '24 December 2026';
const sum = { plan: 'Foundational', total: '€18.00', last4: '4242' };
const receipt = {
  ...{ cycle: 'monthly', tax: '€2.87', invoice: '325-10001' },
  period: { from: '24 November 2026', until: day },
};
const end = () => ({ tier: sum.plan, left: 'Free' });

/** Every payment mail with example values. */
export const paymentSamples: readonly SampleMail[] = [
  createSampleMail(templates.receiptTemplate, () => ({ ...sum, ...receipt })),
  createSampleMail(templates.reminderTemplate, () => ({ ...sum, day })),
  createSampleMail(templates.cardDeclinedTemplate, () => ({ ...sum, until: day })),
  createSampleMail(templates.cancellationTemplate, () => ({ ...sum, day })),
  createSampleMail(templates.resumptionTemplate, () => ({ ...sum, day })),
  ...Object.values(templates.accessEndedTemplates).map((template) => createSampleMail(template, end)),
];
