import type { Poll, PollAnswer, PollAnswers, PollCounts, Polls } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import { findLock, missingPrerequisites, offeredTier } from '#features/training-access/training-access.public';
import type { Db, Tx } from '#platform/db/db';
import { invalid } from '#platform/errors';
import type { Reader, Viewer } from '#platform/http/viewer';

const pageSize = 100;

/** Visible questions of lessons, with the columns that decide who may see them. */
function questions(db: Db | Tx, reader: Reader) {
  return db
    .selectFrom('poll_questions')
    .innerJoin('modules', 'modules.pk', 'poll_questions.module_pk')
    .innerJoin('subchapters', 'subchapters.pk', 'modules.subchapter_pk')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .where('modules.kind', '=', 'poll')
    .where('modules.hidden', '=', false)
    .where('subchapters.hidden', '=', false)
    .where('chapters.hidden', '=', false)
    .where('trainings.hidden', '=', false)
    .select(['poll_questions.pk', offeredTier(reader, 'trainings').as('tier')])
    .select(missingPrerequisites(reader.pk, 'trainings').as('missing'));
}

const shownOptions = sql<{ id: string; text: string }[]>`(
  select coalesce(json_agg(json_build_object('id', poll_options.id, 'text', poll_options.text)
    order by poll_options.position), '[]')
  from poll_options where poll_options.question_pk = poll_questions.pk and not poll_options.hidden
)`;

const isMultiple = sql<boolean>`coalesce((modules.data->>'multiple')::boolean, false)`;

/** Returns one page of the questions that the reader may see. Locked ones are omitted, so a page may be short. */
export async function readPolls(db: Db, reader: Reader, cursor: string | undefined): Promise<z.infer<typeof Polls>> {
  const rows = await questions(db, reader)
    .select(sql<string>`modules.data->>'question'`.as('question'))
    .select([isMultiple.as('multiple'), shownOptions.as('options')])
    .select(['trainings.slug as training', 'chapters.slug as chapter', 'subchapters.slug as subchapter'])
    .where('poll_questions.pk', '>', readCursor(cursor))
    .orderBy('poll_questions.pk')
    .limit(pageSize + 1)
    .execute();
  const page = rows.slice(0, pageSize);
  return {
    questions: page
      .filter((row) => findLock(reader, row) === null)
      .map(({ tier: _, missing: __, ...poll }): Poll => poll),
    next_cursor: rows.length > pageSize ? String(page.at(-1)?.pk) : null,
  };
}

/** Finds a question with its options. */
export function findQuestion(db: Db | Tx, viewer: Viewer, pk: number) {
  return questions(db, viewer)
    .select([isMultiple.as('multiple'), shownOptions.as('options')])
    .where('poll_questions.pk', '=', pk)
    .executeTakeFirst();
}

/**
 * Lists a learner's answers with the counts of all learners. An answer whose options were all removed is omitted.
 * @param question limits the list to one question
 */
export async function readAnswers(
  db: Db | Tx,
  viewer: Viewer,
  { cursor, question }: { cursor?: string | undefined; question?: number | undefined },
): Promise<z.infer<typeof PollAnswers>> {
  const rows = await questions(db, viewer)
    .innerJoin('poll_answers', 'poll_answers.question_pk', 'poll_questions.pk')
    .select(['poll_answers.answers', 'poll_questions.voters'])
    .select(
      sql<PollCounts['options']>`(
        select coalesce(json_agg(json_build_object('id', poll_options.id, 'answers', poll_options.answers)
          order by poll_options.position), '[]')
        from poll_options where poll_options.question_pk = poll_questions.pk and not poll_options.hidden
      )`.as('options'),
    )
    .where('poll_answers.user_pk', '=', viewer.pk)
    .where('poll_answers.question_pk', '>', readCursor(cursor))
    .$if(question !== undefined, (query) => query.where('poll_answers.question_pk', '=', question ?? 0))
    .orderBy('poll_answers.question_pk')
    .limit(pageSize + 1)
    .execute();
  const page = rows.slice(0, pageSize);
  return {
    answers: page.flatMap(({ pk, answers, options, voters, ...reach }): PollAnswer[] => {
      const shown = options.map(({ id }) => id).filter((id) => answers.includes(id));
      if (shown.length === 0) return [];
      return [{ question_pk: pk, answers: shown, counts: findLock(viewer, reach) ? null : { options, voters } }];
    }),
    next_cursor: rows.length > pageSize ? String(page.at(-1)?.pk) : null,
  };
}

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,9}$/.test(cursor))
    throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
  return Number(cursor);
}
