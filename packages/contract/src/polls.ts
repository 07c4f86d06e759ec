import { z } from 'zod';
import { Slug } from './common.ts';

const PollOption = z.object({ id: z.string(), text: z.string() });

/** A question of a lesson without a correct answer. */
export const Poll = z.object({
  pk: z.number().int(),
  question: z.string(),
  /** Whether several options can be chosen. */
  multiple: z.boolean(),
  options: z.array(PollOption),
  /** Location of the question. */
  training: Slug,
  chapter: Slug,
  subchapter: Slug,
});
export type Poll = z.infer<typeof Poll>;

export const PollsQuery = z.object({ cursor: z.string().max(200).optional() });
/** Questions in the order of their numbers, a hundred per page. */
export const Polls = z.object({ questions: z.array(Poll), next_cursor: z.string().nullable() });

/** Answers of all learners. Only for learners who have answered. */
export const PollCounts = z.object({
  options: z.array(z.object({ id: z.string(), answers: z.number().int() })),
  /** Number of learners. With several options, there can be more answers. */
  voters: z.number().int(),
});
export type PollCounts = z.infer<typeof PollCounts>;

export const PollAnswer = z.object({
  question_pk: z.number().int(),
  /** Ids of options that still exist. */
  answers: z.array(z.string()),
  /** Null if the viewer can no longer access the lesson. */
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
  question_pk: z.coerce.number('Use the number of a question.').int().min(1).max(2_147_483_647),
});
export const PollAnswerBody = z.object({
  answers: z.array(z.string().max(80)).min(1, 'Choose an answer.').max(20),
});
