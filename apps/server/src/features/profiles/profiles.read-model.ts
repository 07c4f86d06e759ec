import type { Profile, Tier } from '@hexpedition/contract';
import { sql } from 'kysely';
import { currentTier } from '#features/accounts/accounts.public';
import { readStandings } from '#features/leaderboard/leaderboard.public';
import { readActivity } from '#features/progress/progress.public';
import type { Db } from '#platform/db/db';

/**
 * Finds a profile by its slug or its owner's username, ignoring case. Returns undefined if the viewer may not see it.
 * The profile of a disabled account, of an account scheduled for deletion, or with the setting "private" is visible only
 * to its owner. Others cannot distinguish it from an unknown profile.
 */
export async function findProfile(
  db: Db,
  name: string,
  viewerPk: number | undefined,
  now: Date,
): Promise<Profile | undefined> {
  const owner = await findOwner(db, name);
  if (!owner) return undefined;
  const isOwner = owner.pk === viewerPk;
  const isShown = owner.profile_public && owner.is_active && owner.delete_at === null;
  if (!isOwner && !isShown) return undefined;
  const sections = {
    points: owner.profile_points,
    trainings: owner.profile_trainings,
    labs: owner.profile_labs,
    activity: owner.profile_activity,
  };
  const [points, trainings, labs, activity] = await Promise.all([
    isOwner || sections.points ? readPoints(db, owner.pk, now) : null,
    isOwner || sections.trainings ? readTrainings(db, owner.pk) : null,
    isOwner || sections.labs ? readLabs(db, owner.pk) : null,
    isOwner || sections.activity ? readActivity(db, owner.pk, now) : null,
  ]);
  return {
    username: owner.username,
    slug: owner.profile_slug,
    image: owner.avatar,
    tier: owner.tier,
    about: owner.profile_about,
    joined_at: owner.created_at.toISOString(),
    own: isOwner,
    is_public: owner.profile_public,
    sections,
    points,
    trainings,
    labs,
    activity,
  };
}

/** Returns at most one owner, because slugs and usernames of different accounts never match (`lockUsername`). */
function findOwner(db: Db, name: string) {
  return db
    .selectFrom('users')
    .select([
      'users.pk',
      'users.username',
      'users.avatar',
      'users.created_at',
      'users.is_active',
      'users.delete_at',
      'users.profile_slug',
      'users.profile_public',
      'users.profile_about',
      'users.profile_points',
      'users.profile_trainings',
      'users.profile_labs',
      'users.profile_activity',
    ])
    .select(currentTier.$castTo<Tier>().as('tier'))
    .where(({ or, eb }) =>
      or([
        eb(sql`lower(users.profile_slug)`, '=', name.toLowerCase()),
        eb(sql`lower(users.username)`, '=', name.toLowerCase()),
      ]),
    )
    .executeTakeFirst();
}

async function readPoints(db: Db, userPk: number, now: Date): Promise<Profile['points']> {
  const [{ all, month, week }, history] = await Promise.all([readStandings(db, userPk, now), readHistory(db, userPk)]);
  const short = ({ points, rank }: typeof all) => ({ points, rank });
  return { ...all, month: short(month), week: short(week), history };
}

/** Cumulative points of the learner's solves per UTC day; days without points are omitted. */
function readHistory(db: Db, userPk: number): Promise<NonNullable<Profile['points']>['history']> {
  return db
    .selectFrom('solves')
    .select([
      sql<string>`to_char(solves.solved_at at time zone 'UTC', 'YYYY-MM-DD')`.as('day'),
      sql<number>`(sum(sum(solves.points)) over (order by min(solves.solved_at)))::int`.as('points'),
    ])
    .where('solves.user_pk', '=', userPk)
    .where('solves.points', '>', 0)
    .groupBy('day')
    .orderBy('day')
    .execute();
}

/** Trainings with at least one completed lesson: finished ones first, then by last activity. */
async function readTrainings(db: Db, userPk: number): Promise<NonNullable<Profile['trainings']>> {
  const rows = await db
    .selectFrom('subchapters')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .innerJoin('continents', 'continents.pk', 'trainings.continent_pk')
    .leftJoin('completions', (join) =>
      join.onRef('completions.subchapter_pk', '=', 'subchapters.pk').on('completions.user_pk', '=', userPk),
    )
    .select([
      'trainings.slug',
      'trainings.name',
      'trainings.icon',
      'continents.slug as continent',
      sql<number>`count(completions.user_pk)::int`.as('completed'),
      sql<number>`count(*)::int`.as('total'),
      sql<Date>`max(completions.completed_at)`.as('last_at'),
    ])
    .where('subchapters.hidden', '=', false)
    .where('chapters.hidden', '=', false)
    .where('trainings.hidden', '=', false)
    .where('trainings.pk', 'in', begunTrainings(db, userPk))
    .groupBy(['trainings.pk', 'continents.slug'])
    // A training counts as started only if a visible lesson was completed.
    .having(sql<boolean>`count(completions.user_pk) > 0`)
    .orderBy(sql`count(completions.user_pk) = count(*)`, 'desc')
    .orderBy(sql`max(completions.completed_at)`, 'desc')
    .orderBy('trainings.pk')
    .execute();
  return rows.map((row) => ({ ...row, last_at: row.last_at.toISOString() }));
}

function begunTrainings(db: Db, userPk: number) {
  return db
    .selectFrom('completions')
    .innerJoin('subchapters', 'subchapters.pk', 'completions.subchapter_pk')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .select('chapters.training_pk')
    .where('completions.user_pk', '=', userPk);
}

/** Labs of which the user has found all current flags, newest first. */
async function readLabs(db: Db, userPk: number): Promise<NonNullable<Profile['labs']>> {
  const rows = await db
    .selectFrom('solves')
    .innerJoin('flags', 'flags.pk', 'solves.flag_pk')
    .innerJoin('labs', 'labs.pk', 'flags.lab_pk')
    .select(['labs.slug', 'labs.name', 'labs.difficulty', sql<Date>`max(solves.solved_at)`.as('solved_at')])
    .where('solves.user_pk', '=', userPk)
    .where('flags.kind', '=', 'find')
    .where('flags.hidden', '=', false)
    .where('labs.hidden', '=', false)
    .groupBy('labs.pk')
    .having(
      sql<boolean>`count(*) = (select count(*) from flags as all_flags
        where all_flags.lab_pk = labs.pk and all_flags.kind = 'find' and not all_flags.hidden)`,
    )
    .orderBy(sql`max(solves.solved_at)`, 'desc')
    .orderBy('labs.pk')
    .execute();
  return rows.map((row) => ({ ...row, solved_at: row.solved_at.toISOString() }));
}
