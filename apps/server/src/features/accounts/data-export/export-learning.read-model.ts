import { sql } from 'kysely';
import type { Tx } from '#platform/db/db';
import { maxRows } from './export-access.read-model.ts';
import { readLabWork } from './export-labs.read-model.ts';
import { readNotes } from './export-notes.read-model.ts';

/** The user's activity: lessons, flags, labs, quizzes, polls, drills and videos. */
export async function readLearning(tx: Tx, userPk: number) {
  return {
    lessons_completed: await tx
      .selectFrom('completions')
      .innerJoin('subchapters', 'subchapters.pk', 'completions.subchapter_pk')
      .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
      .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
      .select(['trainings.name as training', 'subchapters.name as lesson'])
      .select(['completions.revision', 'completions.completed_at', 'completions.via'])
      .select(['completions.seconds', 'completions.training_seconds'])
      .where('completions.user_pk', '=', userPk)
      .orderBy('completions.completed_at')
      .execute(),
    enrolments: await tx
      .selectFrom('enrolments')
      .innerJoin('trainings', 'trainings.pk', 'enrolments.training_pk')
      .select(['trainings.name as training', 'enrolments.enrolled_at'])
      .where('enrolments.user_pk', '=', userPk)
      .orderBy('enrolments.enrolled_at')
      .execute(),
    tests_taken: await tx
      .selectFrom('test_out_tries')
      .innerJoin('trainings', 'trainings.pk', 'test_out_tries.training_pk')
      .select(['trainings.name as training', 'test_out_tries.attempts', 'test_out_tries.last_at'])
      .select(['test_out_tries.last_right', 'test_out_tries.last_of', 'test_out_tries.passed_at'])
      .where('test_out_tries.user_pk', '=', userPk)
      .orderBy('test_out_tries.last_at')
      .execute(),
    videos_watched: await tx
      .selectFrom('video_views')
      .innerJoin('modules', 'modules.pk', 'video_views.module_pk')
      .innerJoin('subchapters', 'subchapters.pk', 'modules.subchapter_pk')
      .select(['subchapters.name as lesson', sql<string>`modules.data->>'title'`.as('video')])
      .select(['video_views.position', 'video_views.watched', 'video_views.updated_at'])
      .where('video_views.user_pk', '=', userPk)
      .orderBy('video_views.updated_at')
      .execute(),
    flags_found: await flags(tx)
      .innerJoin('solves', 'solves.flag_pk', 'flags.pk')
      .select(['solves.points', 'solves.solved_at'])
      .where('solves.user_pk', '=', userPk)
      .orderBy('solves.solved_at')
      .execute(),
    scores: await tx
      .selectFrom('board_scores')
      .select(['board', 'points', 'flags', 'last_solve_at', 'shown'])
      .where('user_pk', '=', userPk)
      .orderBy('board')
      .execute(),
    labs_started: {
      total: await countInstances(tx, userPk),
      instances: await tx
        .selectFrom('instances')
        .innerJoin('labs', 'labs.pk', 'instances.lab_pk')
        .select(['labs.name as lab', 'instances.lab_version', 'instances.status', 'instances.extensions'])
        .select(['instances.created_at', 'instances.ready_at', 'instances.last_seen_at'])
        .select(['instances.expires_at', 'instances.ended_at', 'instances.stop_reason'])
        .where('instances.user_pk', '=', userPk)
        .orderBy('instances.created_at', 'desc')
        .limit(maxRows)
        .execute(),
    },
    hints_opened: await tx
      .selectFrom('hint_openings')
      .innerJoin('labs', 'labs.pk', 'hint_openings.lab_pk')
      .select(['labs.name as lab', 'hint_openings.number as hint', 'hint_openings.opened_at'])
      .where('hint_openings.user_pk', '=', userPk)
      .orderBy('hint_openings.opened_at')
      .orderBy('hint_openings.number')
      .execute(),
    ...(await readLabWork(tx, userPk)),
    flags_of_others_handed_in: await incidents(tx).where('shared_flags.user_pk', '=', userPk).execute(),
    own_flags_handed_in_by_others: await incidents(tx).where('shared_flags.owner_pk', '=', userPk).execute(),
    poll_answers: await readPollAnswers(tx, userPk),
    quiz_answers: await readQuizAnswers(tx, userPk),
    drills_done: await readDrillRounds(tx, userPk),
    ...(await readNotes(tx, userPk)),
  };
}

/** Poll answers as text, including options and questions that are no longer shown. */
function readPollAnswers(tx: Tx, userPk: number) {
  return tx
    .selectFrom('poll_answers')
    .innerJoin('poll_questions', 'poll_questions.pk', 'poll_answers.question_pk')
    .innerJoin('modules', 'modules.pk', 'poll_questions.module_pk')
    .innerJoin('subchapters', 'subchapters.pk', 'modules.subchapter_pk')
    .select(['subchapters.name as lesson', 'poll_answers.answered_at'])
    .select(sql<string | null>`modules.data->>'question'`.as('question'))
    .select(
      sql<string[]>`array(
        select poll_options.text from poll_options
        where poll_options.question_pk = poll_answers.question_pk and poll_options.id = any(poll_answers.answers)
        order by poll_options.position
      )`.as('answers'),
    )
    .where('poll_answers.user_pk', '=', userPk)
    .orderBy('poll_answers.question_pk')
    .execute();
}

/** Quiz answers as text. If the lesson was rewritten since, options are given by their letters at that time. */
function readQuizAnswers(tx: Tx, userPk: number) {
  return tx
    .selectFrom('quiz_answers')
    .innerJoin('modules', 'modules.pk', 'quiz_answers.module_pk')
    .innerJoin('subchapters', 'subchapters.pk', 'modules.subchapter_pk')
    .select(['subchapters.name as lesson', 'quiz_answers.correct', 'quiz_answers.answered_at'])
    .select('quiz_answers.revision')
    .select(sql<string | null>`modules.data->>'question_html'`.as('question'))
    .select(
      sql<string[]>`array(
        select coalesce(
          (
            select option->>'html' from jsonb_array_elements(modules.data->'options') as option
            where option->>'id' = given.text and quiz_answers.revision = subchapters.revision
          ),
          given.text
        )
        from unnest(quiz_answers.answer) with ordinality as given (text, place)
        order by given.place
      )`.as('answer'),
    )
    .where('quiz_answers.user_pk', '=', userPk)
    .orderBy('quiz_answers.answered_at')
    .execute();
}

/** Finished drill rounds. The task and the answer follow from the learner and the round. */
function readDrillRounds(tx: Tx, userPk: number) {
  return tx
    .selectFrom('drill_rounds')
    .innerJoin('flags', 'flags.pk', 'drill_rounds.flag_pk')
    .innerJoin('modules', 'modules.pk', 'flags.module_pk')
    .innerJoin('subchapters', 'subchapters.pk', 'modules.subchapter_pk')
    .select(['subchapters.name as lesson', 'flags.name as drill'])
    .select(['drill_rounds.round', 'drill_rounds.outcome', 'drill_rounds.ended_at'])
    .where('drill_rounds.user_pk', '=', userPk)
    .orderBy('drill_rounds.ended_at', 'desc')
    .limit(maxRows)
    .execute();
}

/** Flags with the lab or lesson that they belong to. */
function flags(tx: Tx) {
  return tx
    .selectFrom('flags')
    .leftJoin('labs', 'labs.pk', 'flags.lab_pk')
    .leftJoin('modules', 'modules.pk', 'flags.module_pk')
    .leftJoin('subchapters', 'subchapters.pk', 'modules.subchapter_pk')
    .select(['flags.name as flag', 'labs.name as lab', 'subchapters.name as lesson']);
}

/** Omits the flag's owner, because that is the other learner's data. */
const incidents = (tx: Tx) =>
  flags(tx)
    .innerJoin('shared_flags', 'shared_flags.flag_pk', 'flags.pk')
    .select('shared_flags.at')
    .orderBy('shared_flags.at', 'desc')
    .limit(maxRows);

async function countInstances(tx: Tx, userPk: number): Promise<number> {
  const row = await tx
    .selectFrom('instances')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('user_pk', '=', userPk)
    .executeTakeFirstOrThrow();
  return row.total;
}
