import { z } from 'zod';
import { MailPreview } from './announcements.ts';
import { storable, Time } from './common.ts';

export const byLetter = z.object({ kind: z.string().regex(/^[a-z-]{1,60}$/) });

const text = (most: number, empty: string) =>
  z
    .string()
    .trim()
    .min(1, empty)
    .max(most, `Use at most ${most} characters.`)
    .regex(storable, 'Take out the characters that are none.');

/** A line break in a subject would begin another header of the mail. */
const line = (most: number, empty: string) =>
  text(most, empty).refine((words) => !/[\p{Cc}\u2028\u2029]/u.test(words), 'Write it in one line, without tabs.');

const paragraph = text(2_000, 'Take out the empty paragraph.').refine(
  (words) => !/(?!\n)[\p{Cc}\u2028\u2029]/u.test(words),
  'Take out the tabs and control characters.',
);

/**
 * What a letter says, with the names of its placeholders in braces. All of it is plain text. What it is about (facts),
 * where its button leads and why somebody gets it are no part of it: nobody can change those.
 */
export const Wording = z.object({
  subject: line(150, 'Give it a subject.'),
  /** Shown behind the subject in a list of mails. */
  preview: line(200, 'Write what stands behind the subject in a list of mails.'),
  heading: line(150, 'Give it a heading.'),
  /** Lines inside of one stay lines. */
  paragraphs: z.array(paragraph).min(1, 'Write what the mail is to say.').max(12, 'Use at most 12 paragraphs.'),
  /** What stands on the button. */
  action: line(60, 'Say what the button does.'),
  /** What stands before `otherwise`, such as "Not you?". */
  question: line(100, 'Ask what the last words answer, such as “Not you?”.'),
  /** What to do if it was not them, or if it is not right. */
  otherwise: line(1_000, 'Say what to do if it was not them.'),
});
export type Wording = z.infer<typeof Wording>;
export type WordingPart = keyof Wording;

/** How many changes a letter has seen; 0 where nobody has ever changed it. */
const Revision = z.number().int().min(0).max(2_147_483_647);
export const WordingChange = Wording.extend({ revision: Revision });
export const WordingBase = z.object({ revision: z.coerce.number().pipe(Revision) });
/** What is left out is as it was saved. */
export const WordingTest = Wording.partial();

/** As it is stored: an older version may have taken what is refused today. */
const Words = z.object({
  subject: z.string(),
  preview: z.string(),
  heading: z.string(),
  paragraphs: z.array(z.string()),
  action: z.string(),
  question: z.string(),
  otherwise: z.string(),
});

/** A letter that the platform writes by itself; the mail is what goes out now, with the data of an example. */
export const Letter = MailPreview.extend({
  kind: z.string(),
  group: z.enum(['account', 'payments']),
  /** What a superuser has saved, over our words; ours where nothing was changed. */
  wording: Words,
  ours: Words,
  /** The parts that differ from ours. */
  changed: z.array(z.string()),
  /** Of the parts that were changed: our words as they were then, where they are others now. */
  ours_then: Words.partial(),
  /** Why what was saved cannot be used, by part; our words go out then. */
  faults: z.record(z.string(), z.string()),
  revision: z.number().int(),
  changed_by: z.string().nullable(),
  changed_at: Time.nullable(),
  placeholders: z.array(
    z.object({
      name: z.string(),
      means: z.string(),
      example: z.string(),
      /** A stranger chooses it, so it may stand in the text alone. */
      chosen: z.boolean(),
      /** The heading or the text has to have it. */
      needed: z.boolean(),
    }),
  ),
});
export type Letter = z.infer<typeof Letter>;
export const LetterAnswer = z.object({ letter: Letter });
export const Letters = z.object({ letters: z.array(Letter) });
export type Letters = z.infer<typeof Letters>;
