import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import { currentTier } from '../users.read-model.ts';
import { maxRows, readAccess } from './export-access.read-model.ts';
import { readLearning } from './export-learning.read-model.ts';
import { readPayments } from './export-payments.read-model.ts';

/**
 * Maps each column that refers to users to its place in the export file. A test compares the list with the database.
 * `omittedColumns` gives the reason for each column that is not exported.
 */
export const exportPaths: Record<string, string> = {
  'entitlements.user_pk': 'tiers',
  'sessions.user_pk': 'sessions',
  'audit_events.actor_pk': 'log.events',
  'completions.user_pk': 'lessons_completed',
  'enrolments.user_pk': 'enrolments',
  'test_out_tries.user_pk': 'tests_taken',
  'solves.user_pk': 'flags_found',
  'poll_answers.user_pk': 'poll_answers',
  'quiz_answers.user_pk': 'quiz_answers',
  'drill_rounds.user_pk': 'drills_done',
  'board_scores.user_pk': 'scores',
  'instances.user_pk': 'labs_started.instances',
  'hint_openings.user_pk': 'hints_opened',
  'lab_repairs.user_pk': 'lab_repairs',
  'lab_solutions.user_pk': 'lab_solutions',
  'lab_ratings.user_pk': 'lab_ratings',
  'shared_flags.user_pk': 'flags_of_others_handed_in',
  'shared_flags.owner_pk': 'own_flags_handed_in_by_others',
  'totp_secrets.user_pk': 'sign_in.authenticator_app',
  'recovery_codes.user_pk': 'sign_in.recovery_codes',
  'passkeys.user_pk': 'sign_in.passkeys',
  'provider_identities.user_pk': 'sign_in.provider',
  'invite_redemptions.user_pk': 'invitations',
  'paddle_customers.user_pk': 'payments.customer',
  'payment_mails.user_pk': 'payments.mails',
  'announcement_mails.user_pk': 'announcements.received',
  'announcements.made_by': 'announcements.written',
  'mail_bounces.user_pk': 'announcements.bounces',
  'custom_mail_templates.changed_by': 'work_on_letters.wordings',
  'privacy_versions.published_by': 'work_on_privacy.published',
  'privacy_draft.changed_by': 'work_on_privacy.draft',
  'voucher_seats.user_pk': 'vouchers.redeemed',
  'voucher_batches.holder_pk': 'vouchers.held',
  'voucher_batches.made_by': 'vouchers.made',
  'avatar_uploads.user_pk': 'uploaded_picture',
  'notes.user_pk': 'notes',
  'note_cards.user_pk': 'note_reviews.cards',
  'note_reviews.user_pk': 'note_reviews.answers',
  'lesson_feedback.user_pk': 'feedback',
  'video_views.user_pk': 'videos_watched',
  'source_files.changed_by': 'work_on_courses.files',
  'source_revisions.by_pk': 'work_on_courses.revisions',
  'hexmap_history.user_pk': 'work_on_maps.acts',
  'hexmap_drafts.user_pk': 'work_on_maps.drafts',
  'hexmap_versions.user_pk': 'work_on_maps.versions',
  'lesson_drafts.user_pk': 'work_on_lessons.drafts',
};

export const omittedColumns: Record<string, string> = {
  'tickets.user_pk': 'Steps of a sign-in that are valid for minutes. All of their data is secret.',
  'import_previews.user_pk': 'Import previews that were not applied. They are deleted after a day.',
  'upload_parts.user_pk': 'Parts of an unfinished upload. They are deleted after a day at the latest.',
  'hexmap_presence.user_pk': 'The last selected hex in an open map editor. It is deleted after seconds.',
  'user_totals.user_pk': 'Totals of lessons and points, and the last log-in. They follow from the file.',
  'learner_days.user_pk': 'Days of lessons, flags and labs in the statistics. The file contains the events themselves.',
  'learner_firsts.user_pk': 'Time until the first lesson, flag and lab. It follows from times in the file.',
  'metric_changes.user_pk': 'Changes that the statistics have not counted yet. They are deleted after a minute.',
};

/**
 * Reads all stored data about a user, except what would let a reader of the file sign in: hashes, secrets, keys and
 * session ids.
 */
export async function readExport(db: Db, userPk: number, now: Date): Promise<Record<string, unknown>> {
  // One consistent snapshot across all queries.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      exported_at: now,
      account: await readAccount(tx, userPk),
      ...(await readAccess(tx, userPk)),
      payments: await readPayments(tx, userPk),
      announcements: await readAnnouncements(tx, userPk),
      ...(await readLearning(tx, userPk)),
      work_on_courses: await readWorkOnCourses(tx, userPk),
      work_on_maps: await readWorkOnMaps(tx, userPk),
      work_on_lessons: await readWorkOnLessons(tx, userPk),
      work_on_letters: await readWorkOnMailTemplates(tx, userPk),
      work_on_privacy: await readWorkOnPrivacy(tx, userPk),
    }));
}

/** The author's publishing history of courses. The texts belong to the site. */
async function readWorkOnCourses(tx: Tx, userPk: number) {
  return {
    files: await tx
      .selectFrom('source_files')
      .select(['path', 'changed_at'])
      .where('changed_by', '=', userPk)
      .orderBy('path')
      .limit(maxRows)
      .execute(),
    revisions: await tx
      .selectFrom('source_revisions')
      .select(['path', 'n as revision', 'act', 'at', 'note'])
      .where('by_pk', '=', userPk)
      .orderBy('at', 'desc')
      .limit(maxRows)
      .execute(),
  };
}

/** Announcements sent to the user, and bounces of their address. */
async function readAnnouncements(tx: Tx, userPk: number) {
  return {
    received: await tx
      .selectFrom('announcement_mails')
      .innerJoin('announcements', 'announcements.pk', 'announcement_mails.announcement_pk')
      .select(['announcements.subject', 'announcement_mails.state', 'announcement_mails.at'])
      .where('announcement_mails.user_pk', '=', userPk)
      .orderBy('announcements.pk', 'desc')
      .limit(maxRows)
      .execute(),
    written: await tx
      .selectFrom('announcements')
      .select(['subject', 'state', 'changed_at'])
      .where('made_by', '=', userPk)
      .orderBy('pk', 'desc')
      .limit(maxRows)
      .execute(),
    bounces: await tx
      .selectFrom('mail_bounces')
      .select(['address', 'permanent', 'reason', 'at'])
      .where('user_pk', '=', userPk)
      .execute(),
  };
}

/** The author's history in the map editor. The maps belong to the site. */
async function readWorkOnMaps(tx: Tx, userPk: number) {
  return {
    acts: await tx
      .selectFrom('hexmap_history')
      .select(['kind', 'act', 'at', 'note'])
      .where('user_pk', '=', userPk)
      .orderBy('pk', 'desc')
      .limit(maxRows)
      .execute(),
    drafts: await tx.selectFrom('hexmap_drafts').select(['kind', 'saved_at']).where('user_pk', '=', userPk).execute(),
    versions: await tx
      .selectFrom('hexmap_versions')
      .select(['kind', 'published_at'])
      .where('user_pk', '=', userPk)
      .orderBy('pk', 'desc')
      .limit(maxRows)
      .execute(),
  };
}

/** Lesson drafts. They are private to their author until they are published. */
async function readWorkOnLessons(tx: Tx, userPk: number) {
  return {
    drafts: await tx
      .selectFrom('lesson_drafts')
      .select(['lesson', 'name', 'summary', 'minutes', 'body', 'saved_at', 'publish_at'])
      .where('user_pk', '=', userPk)
      .orderBy('pk')
      .execute(),
  };
}

/** Mail templates that the user was the last to change. The texts belong to the site. */
async function readWorkOnMailTemplates(tx: Tx, userPk: number) {
  return {
    wordings: await tx
      .selectFrom('custom_mail_templates')
      .select(['kind', 'changed_at'])
      .where('changed_by', '=', userPk)
      .orderBy('kind')
      .execute(),
  };
}

/** The superuser's changes to the consent manager. The configuration belongs to the site. */
async function readWorkOnPrivacy(tx: Tx, userPk: number) {
  return {
    published: await tx
      .selectFrom('privacy_versions')
      .select(['number', 'published_at'])
      .where('published_by', '=', userPk)
      .orderBy('number', 'desc')
      .limit(maxRows)
      .execute(),
    draft: await tx.selectFrom('privacy_draft').select('changed_at').where('changed_by', '=', userPk).execute(),
  };
}

function readAccount(tx: Tx, userPk: number) {
  return tx
    .selectFrom('users')
    .select([
      'users.pk',
      'users.username',
      'users.email',
      'users.pending_email',
      'users.is_superuser',
      'users.is_active',
      'users.beta_access',
      'users.avatar',
      'users.created_at',
      'users.delete_at',
      'users.listed as on_leaderboard',
      'users.sign_in_mails',
      'users.announcement_mails',
      'users.shortcuts',
      'users.profile_slug',
      'users.profile_public',
      'users.profile_about',
      'users.profile_points',
      'users.profile_trainings',
      'users.profile_labs',
      'users.profile_activity',
    ])
    .select(currentTier.as('tier'))
    .select(sql<boolean>`users.password_hash is not null`.as('has_password'))
    .where('users.pk', '=', userPk)
    .executeTakeFirst();
}
