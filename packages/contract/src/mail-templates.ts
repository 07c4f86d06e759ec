import { z } from 'zod';
import { MailPreview } from './announcements.ts';
import { storable, Time } from './common.ts';

export const MailTemplateParams = z.object({ kind: z.string().regex(/^[a-z-]{1,60}$/) });

const text = (max: number, emptyMessage: string) =>
  z
    .string()
    .trim()
    .min(1, emptyMessage)
    .max(max, `Use at most ${max} characters.`)
    .regex(storable, 'This contains a character that cannot be stored.');

/** Text without line breaks: one in a subject would start another mail header. */
const line = (max: number, emptyMessage: string) =>
  text(max, emptyMessage).refine((value) => !/[\p{Cc}\u2028\u2029]/u.test(value), 'Use one line without tabs.');

const paragraph = text(2_000, 'Remove the empty paragraph.').refine(
  (value) => !/(?!\n)[\p{Cc}\u2028\u2029]/u.test(value),
  'Remove tabs and control characters.',
);

/**
 * Wording of a mail template: plain text with placeholder names in braces. The facts, the link of the button and the
 * reason for the mail are not part of it and cannot be changed.
 */
export const Wording = z.object({
  subject: line(150, 'Enter a subject.'),
  /** Preview text after the subject in a list of mails. */
  preview: line(200, 'Enter the preview text that follows the subject in a list of mails.'),
  heading: line(150, 'Enter a heading.'),
  /** Line breaks within a paragraph are kept. */
  paragraphs: z.array(paragraph).min(1, 'Enter at least one paragraph.').max(12, 'Use at most 12 paragraphs.'),
  /** Label of the button. */
  action: line(60, 'Enter a label for the button.'),
  /** Question before `otherwise`, such as "Not you?". */
  question: line(100, 'Enter a short question, such as “Not you?”.'),
  /** Advice for recipients who did not cause this mail, or if something is wrong. */
  otherwise: line(1_000, 'Explain what to do if the recipient did not do this.'),
});
export type Wording = z.infer<typeof Wording>;
export type WordingPart = keyof Wording;

/** Number of changes of a template; 0 if it was never changed. */
const Revision = z.number().int().min(0).max(2_147_483_647);
export const WordingChange = Wording.extend({ revision: Revision });
export const WordingBase = z.object({ revision: z.coerce.number().pipe(Revision) });
/** Unsaved parts of the wording. Omitted parts are taken from the saved wording. */
export const WordingTest = Wording.partial();

/** A stored wording. It may not satisfy the current rules of `Wording`. */
const StoredWording = z.object({
  subject: z.string(),
  preview: z.string(),
  heading: z.string(),
  paragraphs: z.array(z.string()),
  action: z.string(),
  question: z.string(),
  otherwise: z.string(),
});

/** Mail template of an automatic mail, with a preview of the current wording and example data. */
export const AdminMailTemplate = MailPreview.extend({
  kind: z.string(),
  group: z.enum(['account', 'payments']),
  /** Current wording: the parts that superusers have saved, and the default for the others. */
  wording: StoredWording,
  /** Default wording. */
  default_wording: StoredWording,
  /** Parts that differ from the default. */
  changed: z.array(z.string()),
  /** Former default of the changed parts whose default has changed since. */
  former_default: StoredWording.partial(),
  /** Problems of the saved wording by part. With any problem, the default is sent. */
  problems: z.record(z.string(), z.string()),
  revision: z.number().int(),
  changed_by: z.string().nullable(),
  changed_at: Time.nullable(),
  placeholders: z.array(
    z.object({
      name: z.string(),
      means: z.string(),
      example: z.string(),
      /** Whether a user chooses the value. It is then only allowed in `paragraphs` and `otherwise`. */
      chosen: z.boolean(),
      /** Whether the heading or a paragraph must contain it. */
      needed: z.boolean(),
    }),
  ),
});
export type AdminMailTemplate = z.infer<typeof AdminMailTemplate>;
export const AdminMailTemplateAnswer = z.object({ template: AdminMailTemplate });
export const AdminMailTemplates = z.object({ templates: z.array(AdminMailTemplate) });
export type AdminMailTemplates = z.infer<typeof AdminMailTemplates>;
