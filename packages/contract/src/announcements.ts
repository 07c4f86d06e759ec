import { z } from 'zod';
import { Slug, storable, Tier, Time } from './common.ts';

const Pk = z.coerce.number().int().positive().max(2_147_483_647);
export const byAnnouncement = z.object({ pk: Pk });
export const byBounce = z.object({ pk: Pk });

/** Whom an announcement is for: everybody whom all of its parts fit. What is left out fits everybody. */
export const Segment = z.object({
  tiers: z.array(Tier).max(5).default([]),
  /** Seen within so many days, or not seen for so many. */
  activity: z
    .object({ kind: z.enum(['active', 'inactive']), days: z.number().int().min(1).max(3_650) })
    .nullable()
    .default(null),
  /** Has begun a training of this continent. */
  continent: Slug.nullable().default(null),
});
export type Segment = z.infer<typeof Segment>;

const text = (most: number, empty: string) =>
  z
    .string()
    .trim()
    .min(1, empty)
    .max(most, `Use at most ${most} characters.`)
    .regex(storable, 'Take out the characters that are none.');

const words = {
  subject: text(150, 'Give it a subject.').refine((line) => !/\p{Cc}/u.test(line), 'Write the subject in one line.'),
  /** Markdown. */
  body: text(50_000, 'Write what you want to say.'),
};

const rateFault = 'Enter a whole number from 1 to 60000.';
export const AnnouncementBody = z.object({
  ...words,
  segment: Segment,
  /** How many mails leave in a minute at most. */
  per_minute: z.number(rateFault).int(rateFault).min(1, rateFault).max(60_000, rateFault),
});
export type AnnouncementBody = z.infer<typeof AnnouncementBody>;

const Revision = z.number().int().positive();
export const AnnouncementChange = AnnouncementBody.extend({ revision: Revision });

export const AnnouncementState = z.enum(['draft', 'scheduled', 'sending', 'paused', 'stopped', 'done']);

export const Announcement = AnnouncementBody.extend({
  pk: z.number().int(),
  state: AnnouncementState,
  revision: Revision,
  send_at: Time.nullable(),
  started_at: Time.nullable(),
  ended_at: Time.nullable(),
  /** Why it does not get on at the moment. */
  trouble: z.string().nullable(),
  made_by: z.string().nullable(),
  changed_at: Time,
  /** Its recipients by what became of their mail; all zero before it begins. */
  mails: z.object({
    waiting: z.number().int(),
    sent: z.number().int(),
    refused: z.number().int(),
    /** Nobody knows whether the mail server has taken them. */
    doubtful: z.number().int(),
    /** They no longer wanted it, or could no longer be mailed, when their turn came. */
    left_out: z.number().int(),
  }),
});
export type Announcement = z.infer<typeof Announcement>;

export const Announcements = z.object({
  announcements: z.array(Announcement),
  next_cursor: z.string().nullable(),
});
export type Announcements = z.infer<typeof Announcements>;
export const AnnouncementAnswer = z.object({ announcement: Announcement });

export const AudienceBody = z.object({ segment: Segment });
/** How many a segment has, and who of them is not mailed and why; each is counted once. */
export const Audience = z.object({
  recipients: z.number().int(),
  left_out: z.object({
    disabled: z.number().int(),
    leaving: z.number().int(),
    no_address: z.number().int(),
    unsubscribed: z.number().int(),
    bounced: z.number().int(),
  }),
});
export type Audience = z.infer<typeof Audience>;

export const AnnouncementPreviewBody = z.object(words);
export const MailPreview = z.object({ subject: z.string(), html: z.string(), text: z.string() });
export type MailPreview = z.infer<typeof MailPreview>;

export const SendBody = z.object({
  revision: Revision,
  /** Null: at once. */
  send_at: Time.nullable(),
});
export const AnnouncementAct = z.object({
  /** `recall` makes a scheduled one a draft again; `retry` sends those again that are in doubt. */
  act: z.enum(['pause', 'resume', 'stop', 'recall', 'retry']),
});
export type AnnouncementAct = z.infer<typeof AnnouncementAct>;
/** What the mail server's log says of a mail in doubt. One that has not arrived is sent again. */
export const SettleBody = z.object({ user: Pk, arrived: z.boolean() });
export const TestSent = z.object({ to: z.string() });

/** The mails of an announcement that were refused or are in doubt. */
export const TroubledMails = z.object({
  mails: z.array(
    z.object({
      user: z.number().int(),
      username: z.string(),
      /** What stands before the @ of its Message-ID, by which the mail server's log knows it. */
      message_id: z.string(),
      state: z.enum(['refused', 'doubtful']),
      reason: z.string().nullable(),
      at: Time.nullable(),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type TroubledMails = z.infer<typeof TroubledMails>;

const Bounce = z.object({
  pk: z.number().int(),
  username: z.string(),
  address: z.string(),
  /** Announcements no longer go there. */
  permanent: z.boolean(),
  reason: z.string(),
  at: Time,
});
export const Bounces = z.object({ bounces: z.array(Bounce), next_cursor: z.string().nullable() });
export type Bounces = z.infer<typeof Bounces>;

/** How an account stands with announcements. */
export const PersonMails = z.object({
  /** Why none go to it; null where they do. */
  left_out: z.enum(['disabled', 'leaving', 'no_address', 'unsubscribed', 'bounced']).nullable(),
  /** Also of addresses that it had before; the newest ten. */
  bounces: z.array(Bounce).max(10),
});
export type PersonMails = z.infer<typeof PersonMails>;
