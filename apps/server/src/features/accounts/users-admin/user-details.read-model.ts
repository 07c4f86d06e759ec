import type { AdminUser } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { readSessions } from '../own-sessions.service.ts';
import { readSecurity } from '../second-factor/security.read-model.ts';
import { readTierReasons } from '../tier-reasons.read-model.ts';
import { findUserByPk } from '../users.read-model.ts';

const limits = { trainings: 20, solves: 20, incidents: 10, feedback: 10 };

/** Finds a user by username, ignoring case. */
export async function findUserPk(db: Db, username: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('users')
    .select('pk')
    .where(sql<boolean>`lower(username) = ${username.toLowerCase()}`)
    .executeTakeFirst();
  return row?.pk;
}

/** Reads an account as superusers see it. Returns undefined if it does not exist. */
export async function readUserDetails(db: Db, pk: number, now: Date): Promise<AdminUser | undefined> {
  const user = await findUserByPk(db, pk);
  if (!user) return undefined;
  const [security, entitlements, sessions, progress, shared_flags, feedback] = await Promise.all([
    readSecurity(db, pk),
    readTierReasons(db, pk, now),
    readSessions(db, pk, 0, now),
    readProgress(db, pk),
    readIncidents(db, pk),
    readFeedback(db, pk),
  ]);
  const { username, email, pending_email, tier, is_active, is_superuser, beta_access } = user;
  return {
    ...{ pk, username, email, pending_email, tier, is_active, is_superuser, beta_access },
    delete_at: user.delete_at?.toISOString() ?? null,
    created_at: user.created_at.toISOString(),
    image: user.avatar,
    profile_slug: user.profile_slug,
    sign_in: {
      has_password: security.has_password,
      two_factor: user.two_factor,
      passkeys: security.passkeys.length,
      provider: security.provider !== null,
    },
    ...{ entitlements, sessions, progress, shared_flags, feedback },
  };
}

async function readProgress(db: Db, pk: number): Promise<AdminUser['progress']> {
  const [score, lessons, trainings, solves] = await Promise.all([
    db
      .selectFrom('solves')
      .innerJoin('flags', 'flags.pk', 'solves.flag_pk')
      .select(sql<number>`coalesce(sum(solves.points), 0)::int`.as('points'))
      .select(sql<number>`(count(*) filter (where flags.kind = 'find'))::int`.as('flags'))
      .where('solves.user_pk', '=', pk)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('completions')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('user_pk', '=', pk)
      .executeTakeFirstOrThrow(),
    readTrainings(db, pk),
    readSolves(db, pk),
  ]);
  return { lessons: lessons.count, ...score, trainings, solves };
}

async function readTrainings(db: Db, pk: number): Promise<AdminUser['progress']['trainings']> {
  const { rows } = await sql<{ slug: string; name: string; completed: number; total: number }>`
    select trainings.slug, trainings.name, begun.completed, (
      select count(*)::int from chapters join subchapters on subchapters.chapter_pk = chapters.pk
      where chapters.training_pk = trainings.pk and not chapters.hidden and not subchapters.hidden
    ) as total
    from (
      select chapters.training_pk, count(*)::int as completed, max(completions.completed_at) as last_at
      from completions
      join subchapters on subchapters.pk = completions.subchapter_pk and not subchapters.hidden
      join chapters on chapters.pk = subchapters.chapter_pk and not chapters.hidden
      where completions.user_pk = ${pk}
      group by chapters.training_pk
    ) begun
    join trainings on trainings.pk = begun.training_pk and not trainings.hidden
    order by begun.last_at desc, trainings.pk limit ${limits.trainings}`.execute(db);
  return rows;
}

async function readSolves(db: Db, pk: number): Promise<AdminUser['progress']['solves']> {
  const rows = await db
    .selectFrom('solves')
    .innerJoin('flags', 'flags.pk', 'solves.flag_pk')
    .select(['flags.name', 'solves.points', 'solves.solved_at'])
    .where('solves.user_pk', '=', pk)
    .orderBy('solves.solved_at', 'desc')
    .limit(limits.solves)
    .execute();
  return rows.map(({ solved_at, ...rest }) => ({ ...rest, solved_at: solved_at.toISOString() }));
}

async function readIncidents(db: Db, pk: number): Promise<AdminUser['shared_flags']> {
  const rows = await db
    .selectFrom('shared_flags')
    .innerJoin('flags', 'flags.pk', 'shared_flags.flag_pk')
    .leftJoin('labs', 'labs.pk', 'flags.lab_pk')
    .leftJoin('modules', 'modules.pk', 'flags.module_pk')
    .leftJoin('subchapters', 'subchapters.pk', 'modules.subchapter_pk')
    .leftJoin('users as owners', 'owners.pk', 'shared_flags.owner_pk')
    .select(['owners.username as owner', 'shared_flags.at'])
    .select(sql<string>`coalesce(labs.name, subchapters.name)`.as('source'))
    .where('shared_flags.user_pk', '=', pk)
    .orderBy('shared_flags.at', 'desc')
    .limit(limits.incidents)
    .execute();
  return rows.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() }));
}

async function readFeedback(db: Db, pk: number): Promise<AdminUser['feedback']> {
  const rows = await db
    .selectFrom('lesson_feedback')
    .innerJoin('subchapters', 'subchapters.pk', 'lesson_feedback.subchapter_pk')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .select(['subchapters.slug', 'subchapters.name', 'trainings.slug as training'])
    .select(['lesson_feedback.rating', 'lesson_feedback.text', 'lesson_feedback.updated_at'])
    .where('lesson_feedback.user_pk', '=', pk)
    .orderBy('lesson_feedback.updated_at', 'desc')
    .limit(limits.feedback)
    .execute();
  return rows.map(({ slug, name, training, rating, text, updated_at }) => ({
    lesson: { slug, name, training },
    rating,
    text,
    updated_at: updated_at.toISOString(),
  }));
}
