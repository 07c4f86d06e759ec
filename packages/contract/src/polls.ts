import { z } from 'zod';
import { Slug } from './common.ts';

const PollOption = z.object({ id: z.string(), text: z.string() });

/** A question of a lesson that has no right answer. */
export const Poll = z.object({
  pk: z.number().int(),
  question: z.string(),
  /** Whether several options may be chosen. */
  multiple: z.boolean(),
  options: z.array(PollOption),
  /** Where it is asked. */
  training: Slug,
  chapter: Slug,
  subchapter: Slug,
});
export type Poll = z.infer<typeof Poll>;

export const PollsQuery = z.object({ cursor: z.string().max(200).optional() });
/** In the order of the questions' numbers, a hundred at a time. */
export const Polls = z.object({ questions: z.array(Poll), next_cursor: z.string().nullable() });

/** What everybody has answered; only for those who have answered themselves. */
export const PollCounts = z.object({
  options: z.array(z.object({ id: z.string(), answers: z.number().int() })),
  /** People, not answers: with several options the answers are more. */
  voters: z.number().int(),
});
export type PollCounts = z.infer<typeof PollCounts>;

export const PollAnswer = z.object({
  question_pk: z.number().int(),
  /** Ids of options that are still there. */
  answers: z.array(z.string()),
  /** Null when the lesson is out of the viewer's reach now. */
  counts: PollCounts.nullable(),
});
export type PollAnswer = z.infer<typeof PollAnswer>;

export const PollAnswersQuery = z.object({
  cursor: z.string().max(200).optional(),
  /** Only the answer to this question. */
  question: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
});
export const PollAnswers = z.object({ answers: z.array(PollAnswer), next_cursor: z.string().nullable() });

export const PollQuestionParams = z.object({
  question_pk: z.coerce.number('A question is named by its number.').int().min(1).max(2_147_483_647),
});
export const PollAnswerBody = z.object({
  answers: z.array(z.string().max(80)).min(1, 'Choose an answer.').max(20),
});
