import { sql } from 'kysely';
import type { Tx } from '#platform/db/db';
import { mostRows } from './export-access.read-model.ts';

/** What the user has done: lessons, flags, labs, notes. */
export async function readLearning(tx: Tx, userPk: number) {
  return {
    lessons_completed: await tx
      .selectFrom('completions')
      .innerJoin('subchapters', 'subchapters.pk', 'completions.subchapter_pk')
      .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
      .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
      .select(['trainings.name as training', 'subchapters.name as lesson'])
      .select(['completions.revision', 'completions.completed_at'])
      .where('completions.user_pk', '=', userPk)
      .orderBy('completions.completed_at')
      .execute(),
    flags_found: await flags(tx)
      .innerJoin('solves', 'solves.flag_pk', 'flags.pk')
      .select(['solves.points', 'solves.solved_at'])
      .where('solves.user_pk', '=', userPk)
      .orderBy('solves.solved_at')
      .execute(),
    score:
      (await tx
        .selectFrom('scores')
        .select(['points', 'flags', 'last_solve_at'])
        .where('user_pk', '=', userPk)
        .executeTakeFirst()) ?? null,
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
        .limit(mostRows)
        .execute(),
    },
    flags_of_others_handed_in: await incidents(tx).where('flag_incidents.user_pk', '=', userPk).execute(),
    own_flags_handed_in_by_others: await incidents(tx).where('flag_incidents.owner_pk', '=', userPk).execute(),
    notes: await tx
      .selectFrom('notes')
      .innerJoin('subchapters', 'subchapters.pk', 'notes.subchapter_pk')
      .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
      .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
      .select(['trainings.name as training', 'subchapters.name as lesson'])
      .select(['notes.what_i_learned', 'notes.did_not_understand', 'notes.revision'])
      .select(['notes.updated_at', 'notes.snoozed_until'])
      .where('notes.user_pk', '=', userPk)
      .orderBy('notes.subchapter_pk')
      .execute(),
  };
}

/** Flags with the lab or the lesson that they belong to. */
function flags(tx: Tx) {
  return tx
    .selectFrom('flags')
    .leftJoin('labs', 'labs.pk', 'flags.lab_pk')
    .leftJoin('modules', 'modules.pk', 'flags.module_pk')
    .leftJoin('subchapters', 'subchapters.pk', 'modules.subchapter_pk')
    .select(['flags.name as flag', 'labs.name as lab', 'subchapters.name as lesson']);
}

/** Without the other one's name: that is theirs. */
const incidents = (tx: Tx) =>
  flags(tx)
    .innerJoin('flag_incidents', 'flag_incidents.flag_pk', 'flags.pk')
    .select('flag_incidents.at')
    .orderBy('flag_incidents.at', 'desc')
    .limit(mostRows);

async function countInstances(tx: Tx, userPk: number): Promise<number> {
  const row = await tx
    .selectFrom('instances')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('user_pk', '=', userPk)
    .executeTakeFirstOrThrow();
  return row.total;
}
