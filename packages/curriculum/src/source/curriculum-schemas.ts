import { colours, slugPattern } from '@hexpedition/contract';
import { reservedSlugs } from '@hexpedition/hexkit';
import { z } from 'zod';

const id = z.string().regex(/^[a-z0-9-]{3,60}$/, 'An id must have 3 to 60 lowercase letters, digits and hyphens.');

export const slug = z
  .string()
  .max(80, 'A slug can have at most 80 characters.')
  .regex(slugPattern, 'A slug can have only lowercase letters, digits and single hyphens.')
  .refine(
    (value) => !reservedSlugs.includes(value),
    `${reservedSlugs.join(' and ')} are reserved; choose another slug.`,
  );

const line = (max: number): z.ZodString =>
  z
    .string()
    .trim()
    .min(1, 'This is empty.')
    .max(max, `Use at most ${max} characters.`)
    .regex(/^\P{Cc}*$/u, 'Write one line without control characters.');

export const ContinentFile = z.strictObject({
  slug,
  name: line(60),
  colour: z.enum(colours),
  summary: line(300),
});

export const icons = (
  'compass terminal globe database code key lock hash xor prime eye shield door flask wave flag ' +
  'network users phone robot chip antenna disk bug blocks dice memory clock'
).split(' ') as [string, ...string[]];

export const TrainingFile = z.strictObject({
  id,
  slug,
  name: line(60),
  term: line(60).default(''),
  tags: z
    .array(z.string().regex(/^[a-z0-9][a-z0-9 .+#/-]{0,29}$/, 'A tag must be a short lowercase word, such as xss.'))
    .max(12, 'Use at most 12 tags.')
    .default([]),
  tier: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)], 'tier must be 0, 1, 2 or 3.'),
  icon: z.enum(icons),
  summary: line(110),
  description: z.string().trim().min(1, 'This is empty.'),
  recommended_next: z.array(z.string()).default([]),
  kind: z.enum(['course', 'video'], 'kind must be course or video.').default('course'),
  requires: z.array(z.string()).default([]),
  hidden: z.boolean().default(false),
});
export type TrainingFile = z.infer<typeof TrainingFile>;

export const TestOutFile = z.strictObject({
  id,
  name: line(80),
  summary: line(300),
  pass: z
    .number('pass must be a number from 1 to 100, in percent.')
    .int('pass must be a whole number.')
    .min(1)
    .max(100)
    .default(80),
});

export const ChapterFile = z.strictObject({ id, name: line(80) });

export const SubchapterHead = z.strictObject({
  id,
  name: line(80),
  summary: line(300),
  minutes: z.number('minutes must be a number from 1 to 180.').int('minutes must be a whole number.').min(1).max(180),
});

export type SubchapterHead = z.infer<typeof SubchapterHead>;

/** Ids of modules, except those reserved for text and lab modules, which have no id of their own. */
export const ModuleId = id.regex(
  /^(?!text-\d+$|lab-)/,
  'Ids that begin with "lab-" or look like "text-1" are reserved.',
);
