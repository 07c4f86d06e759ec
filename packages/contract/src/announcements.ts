import { z } from 'zod';
import { Slug, storable, Tier, Time } from './common.ts';

const Pk = z.coerce.number().int().positive().max(2_147_483_647);
export const AnnouncementParams = z.object({ pk: Pk });
export const BounceParams = z.object({ pk: Pk });

/** Audience of an announcement. A recipient matches all given criteria; an empty segment matches every account. */
export const Segment = z.object({
  tiers: z.array(Tier).max(5).default([]),
  /** Active within this number of days, or inactive for that long. */
  activity: z
    .object({ kind: z.enum(['active', 'inactive']), days: z.number().int().min(1).max(3_650) })
    .nullable()
    .default(null),
  /** Has started a training of this continent. */
  continent: Slug.nullable().default(null),
});
export type Segment = z.infer<typeof Segment>;

const text = (max: number, emptyMessage: string) =>
  z
    .string()
    .trim()
    .min(1, emptyMessage)
    .max(max, `Use at most ${max} characters.`)
    .regex(storable, 'This contains a character that cannot be stored.');

const content = {
  subject: text(150, 'Enter a subject.').refine((line) => !/\p{Cc}/u.test(line), 'Use one line for the subject.'),
  /** Markdown. */
  body: text(50_000, 'Enter a message.'),
};

const rateError = 'Enter a whole number from 1 to 60000.';
export const AnnouncementBody = z.object({
  ...content,
  segment: Segment,
  /** Maximum number of mails per minute. */
  per_minute: z.number(rateError).int(rateError).min(1, rateError).max(60_000, rateError),
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
  /** Why delivery is stalled; null if it is not. */
  trouble: z.string().nullable(),
  made_by: z.string().nullable(),
  changed_at: Time,
  /** Number of recipients by delivery state. All zero before the start. */
  mails: z.object({
    waiting: z.number().int(),
    /** Accepted by the mail server. */
    sent: z.number().int(),
    /** Stored in the outbox and not sent, because no mail server is set. */
    stored: z.number().int(),
    refused: z.number().int(),
    /** Delivery unknown: the mail server may or may not have accepted the mail. */
    unknown: z.number().int(),
    /** Recipients who unsubscribed or became unreachable before their mail was sent. */
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
/** Number of recipients of a segment, and of excluded accounts by reason. Each account is counted once. */
export const Audience = z.object({
  recipients: z.number().int(),
  left_out: z.object({
    disabled: z.number().int(),
    deletion_scheduled: z.number().int(),
    no_address: z.number().int(),
    unsubscribed: z.number().int(),
    bounced: z.number().int(),
  }),
});
export type Audience = z.infer<typeof Audience>;

export const AnnouncementPreviewBody = z.object(content);
export const MailPreview = z.object({ subject: z.string(), html: z.string(), text: z.string() });
export type MailPreview = z.infer<typeof MailPreview>;

export const SendBody = z.object({
  revision: Revision,
  /** Null: send immediately. */
  send_at: Time.nullable(),
});
export const AnnouncementAction = z.object({
  /** `recall` turns a scheduled announcement into a draft; `retry` resends the mails with unknown delivery. */
  act: z.enum(['pause', 'resume', 'stop', 'recall', 'retry']),
});
export type AnnouncementAction = z.infer<typeof AnnouncementAction>;
/** Result from the mail server's log for a mail with unknown delivery. If it has not arrived, it is sent again. */
export const ResolveDeliveryBody = z.object({ user: Pk, arrived: z.boolean() });
export const TestSent = z.object({ to: z.string() });

/** Mails of an announcement that were rejected or whose delivery is unknown. */
export const UndeliveredMails = z.object({
  mails: z.array(
    z.object({
      user: z.number().int(),
      username: z.string(),
      /** The part of the Message-ID before the @, to find the mail in the mail server's log. */
      message_id: z.string(),
      state: z.enum(['refused', 'unknown']),
      reason: z.string().nullable(),
      at: Time.nullable(),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type UndeliveredMails = z.infer<typeof UndeliveredMails>;

const Bounce = z.object({
  pk: z.number().int(),
  username: z.string(),
  address: z.string(),
  /** Whether announcements are no longer sent to this address. */
  permanent: z.boolean(),
  reason: z.string(),
  at: Time,
});
export const Bounces = z.object({ bounces: z.array(Bounce), next_cursor: z.string().nullable() });
export type Bounces = z.infer<typeof Bounces>;

/** Whether an account gets announcements, and its bounces. */
export const AccountMailStatus = z.object({
  /** Why the account gets no announcements; null if it does. */
  left_out: z.enum(['disabled', 'deletion_scheduled', 'no_address', 'unsubscribed', 'bounced']).nullable(),
  /** The newest ten, including those of earlier addresses. */
  bounces: z.array(Bounce).max(10),
});
export type AccountMailStatus = z.infer<typeof AccountMailStatus>;
