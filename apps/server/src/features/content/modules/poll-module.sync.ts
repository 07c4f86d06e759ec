import type { ModuleFields } from '@hexpedition/curriculum/source/modules/module-reader';
import type { PollData } from '@hexpedition/curriculum/source/modules/poll-module';
import { sql } from 'kysely';
import { anyOf, type Tx } from '#platform/db/db';
import type { SyncContext } from '../import/sync-context.ts';
import type { ServerModule } from './server-module.ts';

interface PollQuestion {
  pk: number;
  data: PollData;
}

interface StoredOption {
  id: string;
  text: string;
  position: number;
  hidden: boolean;
}

export const pollModule: ServerModule = {
  sync: syncPolls,
  // The import creates the question and its module in one transaction. A preview has no question.
  present: ({ question_pk }): Pick<ModuleFields<'poll'>, 'question_pk'> => ({ question_pk: question_pk ?? 0 }),
};

/**
 * Creates the question of every poll and updates its options. A removed option is hidden and keeps its answers, which
 * count again if it returns.
 */
async function syncPolls({ tx }: SyncContext, lessons?: readonly number[]): Promise<void> {
  const modules = await tx
    .selectFrom('modules')
    .leftJoin('poll_questions', 'poll_questions.module_pk', 'modules.pk')
    .select(['modules.pk', 'modules.data', 'poll_questions.pk as question_pk'])
    .where('modules.kind', '=', 'poll')
    .where('modules.hidden', '=', false)
    .$if(lessons !== undefined, (query) => query.where('modules.subchapter_pk', '=', anyOf(lessons ?? [])))
    .orderBy('modules.pk')
    .execute();
  for (const { pk, data, question_pk } of modules) {
    // Written by the import, in the shape of a poll.
    const question = { pk: question_pk ?? (await insertQuestion(tx, pk)), data: data as unknown as PollData };
    await syncOptions(tx, question);
  }
}

async function insertQuestion(tx: Tx, modulePk: number): Promise<number> {
  const { pk } = await tx
    .insertInto('poll_questions')
    .values({ module_pk: modulePk })
    .returning('pk')
    .executeTakeFirstOrThrow();
  return pk;
}

async function syncOptions(tx: Tx, { pk, data }: PollQuestion): Promise<void> {
  const stored = await tx
    .selectFrom('poll_options')
    .select(['poll_options.id', 'poll_options.text', 'poll_options.position', 'poll_options.hidden'])
    .where('poll_options.question_pk', '=', pk)
    .execute();
  const wanted: StoredOption[] = [
    ...data.options.map(({ id, text }, position) => ({ id, text, position, hidden: false })),
    ...stored
      .filter(({ id }) => !data.options.some((option) => option.id === id))
      .map((row) => ({ ...row, hidden: true })),
  ];
  const before = new Map(stored.map((row) => [row.id, row]));
  const changed = wanted.filter((option) => !isSame(option, before.get(option.id)));
  if (changed.length === 0) return;
  // Blocks answers meanwhile, with the same row lock as the trigger.
  await sql`select from poll_questions where pk = ${pk} for no key update`.execute(tx);
  for (const option of changed) {
    await tx
      .insertInto('poll_options')
      .values({ ...option, question_pk: pk })
      .onConflict((conflict) => conflict.columns(['question_pk', 'id']).doUpdateSet(option))
      .execute();
  }
  const isRecountNeeded = changed.some(({ id, hidden }) => before.has(id) && before.get(id)?.hidden !== hidden);
  if (isRecountNeeded) await countVoters(tx, pk);
}

const isSame = (a: StoredOption, b: StoredOption | undefined): boolean =>
  b !== undefined && a.text === b.text && a.position === b.position && a.hidden === b.hidden;

/** Recounts voters. Needed only after an author has removed or restored an option. */
async function countVoters(tx: Tx, pk: number): Promise<void> {
  await sql`
    update poll_questions set voters = (
      select count(*) from poll_answers
      where poll_answers.question_pk = ${pk} and poll_answers.answers && (
        select coalesce(array_agg(poll_options.id), '{}') from poll_options
        where poll_options.question_pk = ${pk} and not poll_options.hidden
      )
    ) where pk = ${pk}`.execute(tx);
}
