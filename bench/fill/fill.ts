import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { UsageError } from '../options.ts';
import { distribute } from './distribute.ts';
import { makeUsername } from './names.ts';
import { createRandom, type Random } from './random.ts';

export interface FillOptions {
  users: number;
  /** Total number of flags found by the new learners. */
  solves: number;
  /** Total number of lessons finished by the new learners. */
  completions: number;
  /** The same seed on the same database gives the same learners. */
  seed: number;
}

export interface FillResult extends FillOptions {
  points: number;
}

/** Learners per transaction: small enough to show progress, large enough that round trips do not matter. */
const chunkSize = 10_000;
const dayMs = 86_400_000;
const maxAgeMs = 700 * dayMs;

/**
 * Inserts learners with their solves and completions directly into the tables. Their accounts have no working password.
 * @throws UsageError if the content has too few flags or lessons
 */
export async function fill(db: Db, options: FillOptions): Promise<FillResult> {
  const { users, solves, completions, seed } = options;
  const content = await countContent(db);
  rejectTooMany('solves', solves, users, content.flags, 'flag');
  rejectTooMany('completions', completions, users, content.lessons, 'lesson');

  const random = createRandom(seed);
  const solveCounts = distribute(solves, users, content.flags, random);
  const completionCounts = distribute(completions, users, content.lessons, random);
  const passwordHash = hashWithoutPassword(seed);
  // Times are counted back from midnight, so that one seed gives the same data all day long.
  const until = Math.floor(Date.now() / dayMs) * dayMs;

  let points = 0;
  for (let start = 0; start < users; start += chunkSize) {
    const end = Math.min(start + chunkSize, users);
    const joined = Array.from({ length: end - start }, () => new Date(until - dayMs - random.next() ** 2 * maxAgeMs));
    await db.transaction().execute(async (tx) => {
      await prepareBulk(tx);
      const learners = await insertUsers(tx, joined, passwordHash, random);
      const chunk = { learners, until: new Date(until), random };
      points += await insertSolves(tx, { ...chunk, counts: solveCounts.slice(start, end) });
      await insertCompletions(tx, { ...chunk, counts: completionCounts.slice(start, end) });
      await writeTotals(tx, learners);
    });
  }
  await db.transaction().execute(async (tx) => {
    await run(tx, 'set local statement_timeout = 0');
    // The triggers that maintain the counts and the scores do not run in bulk mode.
    await run(tx, 'select rebuild_board_counts()');
    await run(tx, 'select rebuild_metrics()');
  });
  await vacuum(db);
  return { ...options, points };
}

/** Runs what autovacuum would run within a minute. Until then the planner has no statistics on the new rows. */
async function vacuum(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    await run(connection, 'set statement_timeout = 0');
    await run(connection, 'vacuum (analyze) users, user_totals, solves, board_scores, board_counts, completions');
    await run(connection, 'reset statement_timeout');
  });
}

/** Configures one transaction for large inserts whose foreign keys were just read. */
async function prepareBulk(tx: Db): Promise<void> {
  // The inserts may take longer than the timeout for responses to visitors.
  await run(tx, 'set local statement_timeout = 0');
  const [role] = await run<{ is_superuser: string }>(tx, 'show is_superuser');
  // Row-by-row foreign key checks take longer than the inserts. Only a database superuser may skip them.
  if (role?.is_superuser === 'on') await run(tx, 'set local session_replication_role = replica');
}

async function run<R>(db: Db, text: string, parameters: unknown[] = []): Promise<R[]> {
  return (await db.executeQuery<R>(CompiledQuery.raw(text, parameters))).rows;
}

async function countContent(db: Db): Promise<{ flags: number; lessons: number }> {
  const [row] = await run<{ flags: number; lessons: number }>(
    db,
    `select (select count(*) from (${visibleFlags}) as f)::int as flags,
            (select count(*) from (${visibleLessons}) as s)::int as lessons`,
  );
  return row ?? { flags: 0, lessons: 0 };
}

function rejectTooMany(option: string, wanted: number, users: number, each: number, item: string): void {
  if (wanted <= users * each) return;
  if (each === 0) {
    throw new UsageError(
      `--${option} is ${wanted}, but there is no ${item} yet. Start the server once, or import one.`,
    );
  }
  throw new UsageError(
    `--${option} is ${wanted.toLocaleString('en')}, but ${users.toLocaleString('en')} learners with ${each} ` +
      `${item}s each allow at most ${(users * each).toLocaleString('en')}.`,
  );
}

/**
 * Returns a well-formed hash, so that a log-in takes its usual time. No password matches it, because its digest is made
 * up.
 */
function hashWithoutPassword(seed: number): string {
  const part = (name: string, length: number) =>
    createHash('sha256').update(`${name} ${seed}`).digest().subarray(0, length).toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=19456,t=2,p=1$${part('salt', 16)}$${part('nobody knows', 32)}`;
}

interface Learner {
  pk: number;
  created_at: Date;
}

/** Inserts learners with random names and draws again for each name that is taken. */
async function insertUsers(db: Db, joined: Date[], passwordHash: string, random: Random): Promise<Learner[]> {
  const learners: Learner[] = [];
  while (learners.length < joined.length) {
    const missing = joined.slice(learners.length);
    const names = missing.map(() => makeUsername(random));
    const added = await run<Learner>(
      db,
      `insert into users (username, email, password_hash, profile_slug, created_at)
       select name, lower(name) || '@example.org', $3, lower(name), joined
       from unnest($1::text[], $2::timestamptz[]) with ordinality as new (name, joined, place)
       order by place
       on conflict do nothing
       returning pk, created_at`,
      [names, missing, passwordHash],
    );
    learners.push(...added);
  }
  return learners.sort((a, b) => a.pk - b.pk);
}

const visibleFlags = `
  select flags.pk, flags.points,
    row_number() over (order by trainings.position nulls last, chapters.position, subchapters.position,
      modules.position, flags.position, flags.pk) - 1 as place
  from flags
  left join modules on modules.pk = flags.module_pk
  left join subchapters on subchapters.pk = modules.subchapter_pk
  left join chapters on chapters.pk = subchapters.chapter_pk
  left join trainings on trainings.pk = chapters.training_pk
  left join labs on labs.pk = flags.lab_pk
  where not (flags.hidden or coalesce(modules.hidden, labs.hidden) or coalesce(subchapters.hidden, false)
    or coalesce(chapters.hidden, false) or coalesce(trainings.hidden, false))`;

const visibleLessons = `
  select subchapters.pk, subchapters.revision,
    row_number() over (order by trainings.position, trainings.pk, chapters.position, chapters.pk,
      subchapters.position, subchapters.pk) - 1 as place
  from subchapters
  join chapters on chapters.pk = subchapters.chapter_pk
  join trainings on trainings.pk = chapters.training_pk
  where not (subchapters.hidden or chapters.hidden or trainings.hidden)`;

interface Chunk {
  learners: Learner[];
  /** Number of completed items per learner. */
  counts: number[];
  until: Date;
  random: Random;
}

/**
 * `done (user_pk, place, at)`: each learner starts at a random position in the course order and continues from there at
 * an even pace since the day of their sign-up. Two learners rarely act in the same microsecond.
 */
const done = `
  done as (
    select new.user_pk, (new.start + step) % items.total as place,
      new.joined + (step + new.jitter) * (($5::timestamptz - new.joined) / (new.count + 1)) as at
    from unnest($1::int[], $2::timestamptz[], $3::int[], $4::float8[], $6::int[]) as new (user_pk, joined, count, jitter, start)
    cross join (select count(*) as total from items) as items
    cross join lateral generate_series(0, new.count - 1) as step
  )`;

function parameters({ learners, until, counts, random }: Chunk): unknown[] {
  const jitter = learners.map(() => random.next());
  const start = learners.map(() => random.below(1_000_000));
  return [pksOf(learners), learners.map((one) => one.created_at), counts, jitter, until, start];
}

const pksOf = (learners: Learner[]) => learners.map((one) => one.pk);

/**
 * Inserts the solves, and each learner's score on every stored board.
 * @returns the points awarded
 */
async function insertSolves(db: Db, chunk: Chunk): Promise<number> {
  await run(
    db,
    `with items as materialized (${visibleFlags}), ${done}
     insert into solves (user_pk, flag_pk, points, solved_at)
     select done.user_pk, items.pk, items.points, done.at from done join items using (place)`,
    parameters(chunk),
  );
  const [row] = await run<{ points: number }>(
    db,
    `with added as (
       insert into board_scores (user_pk, board, points, flags, last_solve_at)
       select user_pk, board, points, flags, last_solve_at
       from board_sums($2) where user_pk = any($1::int[])
       returning board, points
     )
     select coalesce(sum(points), 0)::int as points from added where board = 'all'`,
    [pksOf(chunk.learners), chunk.until],
  );
  return row?.points ?? 0;
}

async function insertCompletions(db: Db, chunk: Chunk): Promise<void> {
  await run(
    db,
    `with items as materialized (${visibleLessons}), ${done}
     insert into completions (user_pk, subchapter_pk, revision, completed_at)
     select done.user_pk, items.pk, items.revision, done.at from done join items using (place)`,
    parameters(chunk),
  );
}

/** Writes the totals of the learners. The triggers that maintain them do not run in bulk mode. */
async function writeTotals(db: Db, learners: Learner[]): Promise<void> {
  await run(
    db,
    `insert into user_totals (user_pk, lessons, points)
     select pk,
       (select count(*) from completions where user_pk = pk),
       (select coalesce(sum(points), 0) from solves where user_pk = pk)
     from unnest($1::int[]) as learners (pk)
     on conflict (user_pk) do update set lessons = excluded.lessons, points = excluded.points`,
    [pksOf(learners)],
  );
}
