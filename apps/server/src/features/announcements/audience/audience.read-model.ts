import type { Audience, Segment } from '@hexpedition/contract';
import { type RawBuilder, sql } from 'kysely';
import { currentTier } from '#features/accounts/accounts.public';
import { type Db, disableStatementTimeout, type Tx } from '#platform/db/db';
import { leftOutAs } from './left-out.read-model.ts';

/** Whether an account is of a segment; needs `users` in the query around it. */
function isOf({ tiers, activity, continent }: Segment, now: Date): RawBuilder<boolean> {
  const parts = [sql<boolean>`true`];
  if (tiers.length > 0) parts.push(sql`${currentTier} = any(${tiers}::int[])`);
  if (activity) {
    const since = new Date(now.getTime() - activity.days * 86_400_000);
    const seen = sql<boolean>`exists (
      select from sessions where sessions.user_pk = users.pk and sessions.last_seen_at >= ${since}
    )`;
    parts.push(activity.kind === 'active' ? seen : sql`not ${seen}`);
  }
  if (continent !== null) {
    parts.push(sql`(
      exists (
        select from enrolments
        join trainings on trainings.pk = enrolments.training_pk
        join continents on continents.pk = trainings.continent_pk
        where enrolments.user_pk = users.pk and continents.slug = ${continent}
      ) or exists (
        select from completions
        join subchapters on subchapters.pk = completions.subchapter_pk
        join chapters on chapters.pk = subchapters.chapter_pk
        join trainings on trainings.pk = chapters.training_pk
        join continents on continents.pk = trainings.continent_pk
        where completions.user_pk = users.pk and continents.slug = ${continent}
      )
    )`);
  }
  return sql`(${sql.join(parts, sql` and `)})`;
}

/** Counts whom a segment has, and who of them gets nothing. */
export async function countAudience(db: Db, segment: Segment, now: Date): Promise<Audience> {
  const rows = await db
    .selectFrom('users')
    .select(leftOutAs.as('reason'))
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isOf(segment, now))
    .groupBy('reason')
    .execute();
  const of = (reason: (typeof rows)[number]['reason']) => rows.find((row) => row.reason === reason)?.count ?? 0;
  return {
    recipients: of(null),
    left_out: {
      disabled: of('disabled'),
      leaving: of('leaving'),
      no_address: of('no_address'),
      unsubscribed: of('unsubscribed'),
      bounced: of('bounced'),
    },
  };
}

/** The recipients of an announcement that begins, as a query for `announcement_mails`. */
export async function selectRecipients(tx: Tx, announcementPk: number, segment: Segment, now: Date) {
  await disableStatementTimeout(tx);
  return sql`
    select ${announcementPk}::int, users.pk from users where ${leftOutAs} is null and ${isOf(segment, now)}`;
}
