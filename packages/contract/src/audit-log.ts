import { z } from 'zod';
import { storable, Time } from './common.ts';

const Text = z.string().trim().max(100).regex(storable, 'This has characters that cannot be stored.');

export const AuditQuery = z.object({
  cursor: z.string().max(20).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** The username of who did it; `-` for the platform itself. */
  actor: Text.optional(),
  /** How its name begins: `voucher.` or `voucher.made`. */
  action: Text.optional(),
  /** Just this one, such as `user:7`. */
  subject: Text.optional(),
  from: Time.optional(),
  until: Time.optional(),
});

export const AuditEvents = z.object({
  events: z.array(
    z.object({
      pk: z.number().int(),
      at: Time,
      /** Null for the platform itself, the operator's commands and accounts that are gone. */
      actor: z.string().nullable(),
      action: z.string(),
      subject: z.string(),
      /** The username of the account that the subject is, where there is one. */
      person: z.string().nullable(),
      /** `before` and `after` of what superusers do, and what else is worth keeping. */
      data: z.record(z.string(), z.unknown()),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type AuditEvents = z.infer<typeof AuditEvents>;
export type AuditEvent = AuditEvents['events'][number];
