import { createHistogram } from 'node:perf_hooks';
import { sql } from 'kysely';
import { awardFlag } from '../../apps/server/src/features/flags/flags.store.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';

import { number, type Row } from '../report.ts';

/** Transactions of each kind. */
const count = 400;
/** Concurrency: the size of the server's connection pool. */
const concurrency = 10;

interface Award {
  userPk: number;
  flagPk: number;
  points: number;
}

/** Measures the cost of adding a solve, one after the other and for many learners who find the same flag at once. */
export async function measureSolves(db: Db, users: number): Promise<Row[]> {
  const spread = await findOpenFlags(db, 3 * count, false);
  const same = await findOpenFlags(db, count, true);
  const ours = (award: Award) => db.transaction().execute((tx) => awardFlag(tx, { ...award, now: new Date() }));
  const bare = ({ userPk, flagPk, points }: Award) =>
    db
      .transaction()
      .execute((tx) => tx.insertInto('solves').values({ user_pk: userPk, flag_pk: flagPk, points }).execute());
  return [
    await run('solve only, without boards', users, spread.slice(0, count), 1, bare),
    await run('with boards, serially', users, spread.slice(count, 2 * count), 1, ours),
    await run(`with boards, ${concurrency} concurrently`, users, spread.slice(2 * count), concurrency, ours),
    await run(`with boards, ${concurrency} concurrently, same flag`, users, same, concurrency, ours),
  ];
}

/** Returns learners, each with a flag that the learner has not found yet. With `isSame` all get the same flag. */
async function findOpenFlags(db: Db, wanted: number, isSame: boolean): Promise<Award[]> {
  const { rows } = await sql<{ user_pk: number; flag_pk: number; points: number }>`
    with learners as materialized (select pk from users order by random() limit ${wanted * 3}),
      wanted_flags as materialized (
        select pk, points, row_number() over (order by random()) as place from flags where module_pk is not null
      )
    select learners.pk as user_pk, flag.pk as flag_pk, flag.points
    from learners
    cross join lateral (
      select wanted_flags.pk, wanted_flags.points from wanted_flags
      where (not ${isSame} or wanted_flags.place = 1)
        and not exists (select from solves where solves.user_pk = learners.pk and solves.flag_pk = wanted_flags.pk)
      order by (wanted_flags.pk * 7919 + learners.pk) % 997 limit 1
    ) as flag
    limit ${wanted}`.execute(db);
  return rows.map(({ user_pk, flag_pk, points }) => ({ userPk: user_pk, flagPk: flag_pk, points }));
}

async function run(
  name: string,
  users: number,
  awards: Award[],
  connections: number,
  add: (award: Award) => Promise<unknown>,
): Promise<Row> {
  const histogram = createHistogram();
  const pending = [...awards];
  const since = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let award = pending.pop(); award; award = pending.pop()) {
        const start = performance.now();
        await add(award);
        histogram.record(Math.max(1, Math.round((performance.now() - start) * 1_000)));
      }
    }),
  );
  const seconds = (performance.now() - since) / 1_000;
  const milliseconds = (percent: number) => number(histogram.percentile(percent) / 1_000, 2);
  return {
    '': name,
    users: number(users),
    solves: number(awards.length),
    'per second': number(awards.length / seconds),
    'p50 ms': milliseconds(50),
    'p99 ms': milliseconds(99),
    'max ms': number(histogram.max / 1_000, 2),
  };
}
