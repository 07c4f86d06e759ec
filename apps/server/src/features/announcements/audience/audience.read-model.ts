import type { Audience, Segment } from '@hexpedition/contract';
import { type RawBuilder, sql } from 'kysely';
import { currentTier } from '#features/accounts/accounts.public';
import { type Db, disableStatementTimeout, type Tx } from '#platform/db/db';
import { exclusionReason } from './exclusion-reason.read-model.ts';

/** SQL condition: the account belongs to the segment. The surrounding query must include `users`. */
function isInSegment({ tiers, activity, continent }: Segment, now: Date): RawBuilder<boolean> {
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

/** Counts the recipients of a segment, and the accounts of the segment that get no mail. */
export async function countAudience(db: Db, segment: Segment, now: Date): Promise<Audience> {
  const rows = await db
    .selectFrom('users')
    .select(exclusionReason.as('reason'))
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isInSegment(segment, now))
    .groupBy('reason')
    .execute();
  const countOf = (reason: (typeof rows)[number]['reason']) => rows.find((row) => row.reason === reason)?.count ?? 0;
  return {
    recipients: countOf(null),
    left_out: {
      disabled: countOf('disabled'),
      deletion_scheduled: countOf('deletion_scheduled'),
      no_address: countOf('no_address'),
      unsubscribed: countOf('unsubscribed'),
      bounced: countOf('bounced'),
    },
  };
}

/** Returns the query that selects the recipients of an announcement for `announcement_mails`. */
export async function selectRecipients(tx: Tx, announcementPk: number, segment: Segment, now: Date) {
  await disableStatementTimeout(tx);
  return sql`
    select ${announcementPk}::int, users.pk from users where ${exclusionReason} is null and ${isInSegment(segment, now)}`;
}
