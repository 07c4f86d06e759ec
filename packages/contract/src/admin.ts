import { z } from 'zod';
import { Time } from './common.ts';

/** Mails that were not sent because no SMTP server is configured. They are kept for a week. */
export const Outbox = z.object({
  mails: z.array(
    z.object({
      pk: z.number().int(),
      at: Time,
      recipient: z.string(),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
    }),
  ),
  next_cursor: z.string().nullable(),
  /** False if mails are sent over SMTP. The outbox then stays empty. */
  active: z.boolean(),
});
export type Outbox = z.infer<typeof Outbox>;

const Count = z.number().int().nonnegative();

/** Items that need a superuser's attention, and the main figures. */
export const AdminOverview = z.object({
  attention: z.object({
    /** Jobs that failed finally within the last three days, and jobs that are retried. */
    jobs_failed: Count,
    jobs_retrying: Count,
    /** Mails in the outbox because no mail server is configured. */
    outbox: Count,
    /** Paddle events with an invalid shape. */
    ledger_errors: Count,
    subscriptions_past_due: Count,
    accounts_deletion_scheduled: Count,
    /** In the last seven days. */
    shared_flags: Count,
    feedback: Count,
    notes_hidden: Count,
  }),
  figures: z.object({
    /** Number of accounts. Large numbers are the database's estimate. */
    users: Count,
    /** In the last seven days. */
    joined: Count,
    solves: Count,
    /** Learners with activity in a lesson, a flag or a lab: today (UTC), and in the last seven days. */
    active_today: Count,
    active_week: Count,
    instances_running: Count,
    subscriptions: Count,
  }),
  /** Database outages since this node started, and the last one with its reason. */
  database: z.object({
    outages: Count,
    last: z.object({ started_at: Time, ended_at: Time.nullable(), reason: z.string() }).nullable(),
  }),
  /** Scheduled backups; null without a schedule. */
  backups: z
    .object({
      last_good_at: Time.nullable(),
      /** Whether the last good one is older than two intervals of the schedule. */
      is_late: z.boolean(),
      /** Why the newest one failed; null if it succeeded. */
      problem: z.string().nullable(),
    })
    .nullable(),
  /** Accounts that the first start created; null if there are none. */
  demo_accounts: z
    .object({
      count: Count,
      /** Whether the site has an address of its own machine. Otherwise these accounts cannot log in. */
      is_local: z.boolean(),
    })
    .nullable(),
  /** Version of the server. */
  version: z.string(),
});
export type AdminOverview = z.infer<typeof AdminOverview>;

const PublishedMapSummary = z
  .object({ pk: z.number().int(), published_at: Time, by: z.string().nullable() })
  .nullable();

/** Feature switches and published maps of each version. */
export const ConfigVersions = z.object({
  versions: z.array(
    z.object({
      version: z.enum(['2', 'beta']),
      /** Overrides by superusers; null for the configured value. */
      switches: z.object({
        paddle: z.boolean().nullable(),
        login: z.boolean().nullable(),
        register: z.boolean().nullable(),
        msg: z.string().nullable(),
      }),
      hexmap: PublishedMapSummary,
      hexmapYT: PublishedMapSummary,
    }),
  ),
  /** Configured values. */
  configured: z.object({ paddle: z.boolean(), login: z.boolean(), register: z.boolean(), msg: z.string() }),
});
export type ConfigVersions = z.infer<typeof ConfigVersions>;

export const DeletedDemoAccounts = z.object({ deleted: Count });
