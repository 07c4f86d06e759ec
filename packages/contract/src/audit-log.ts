import { z } from 'zod';
import { storable, Time } from './common.ts';

const Text = z.string().trim().max(100).regex(storable, 'This contains a character that cannot be stored.');

export const AuditQuery = z.object({
  cursor: z.string().max(20).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** Username of the actor; `-` for the platform itself. */
  actor: Text.optional(),
  /** Prefix of the action, such as `voucher.` or `voucher.made`. */
  action: Text.optional(),
  /** Exact subject, such as `user:7`. */
  subject: Text.optional(),
  from: Time.optional(),
  until: Time.optional(),
});

export const AuditEvents = z.object({
  events: z.array(
    z.object({
      pk: z.number().int(),
      at: Time,
      /** Null for the platform itself, the operator's commands and deleted accounts. */
      actor: z.string().nullable(),
      action: z.string(),
      subject: z.string(),
      /** Username of the subject, if the subject is an account. */
      person: z.string().nullable(),
      /** `before` and `after` of a superuser's change, and other details. */
      data: z.record(z.string(), z.unknown()),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type AuditEvents = z.infer<typeof AuditEvents>;
export type AuditEvent = AuditEvents['events'][number];
