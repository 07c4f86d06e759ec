import { z } from 'zod';
import { Time } from './common.ts';

/** Mails that were not sent, because no SMTP server is set: kept a week. */
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
  /** False where mails go out over SMTP: the outbox stays empty then. */
  active: z.boolean(),
});
export type Outbox = z.infer<typeof Outbox>;

const Count = z.number().int().nonnegative();

/** What needs a superuser's attention, and how much there is of everything. */
export const AdminOverview = z.object({
  attention: z.object({
    /** Jobs that were given up within the last three days, and those that are tried again. */
    jobs_failed: Count,
    jobs_retrying: Count,
    /** Mails that wait here because no mail server is set. */
    outbox: Count,
    /** Events of Paddle that cannot be read. */
    ledger_faults: Count,
    subscriptions_past_due: Count,
    accounts_leaving: Count,
    /** Of the last seven days. */
    foreign_flags: Count,
    feedback: Count,
    notes_hidden: Count,
  }),
  figures: z.object({
    /** About: the database's own estimate where there are many. */
    people: Count,
    /** Of the last seven days. */
    joined: Count,
    solves: Count,
    /** Learners who did a lesson, a flag or a lab: today (UTC), and on the last seven days. */
    active_today: Count,
    active_week: Count,
    instances_running: Count,
    subscriptions: Count,
  }),
  /** Outages of the database since this node started, and the newest one with its reason. */
  database: z.object({
    outages: Count,
    last: z.object({ started_at: Time, ended_at: Time.nullable(), reason: z.string() }).nullable(),
  }),
});
export type AdminOverview = z.infer<typeof AdminOverview>;

const Shown = z.object({ pk: z.number().int(), published_at: Time, by: z.string().nullable() }).nullable();

/** What a version of the features and the maps holds. */
export const ConfigVersions = z.object({
  versions: z.array(
    z.object({
      version: z.enum(['2', 'beta']),
      /** What superusers have changed; null where the configuration's word stands. */
      switches: z.object({
        paddle: z.boolean().nullable(),
        login: z.boolean().nullable(),
        register: z.boolean().nullable(),
        msg: z.string().nullable(),
      }),
      hexmap: Shown,
      hexmapYT: Shown,
    }),
  ),
  /** What the configuration says. */
  configured: z.object({ paddle: z.boolean(), login: z.boolean(), register: z.boolean(), msg: z.string() }),
});
export type ConfigVersions = z.infer<typeof ConfigVersions>;
