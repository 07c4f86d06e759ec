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
