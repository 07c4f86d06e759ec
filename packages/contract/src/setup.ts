import { z } from 'zod';
import { Email, NewPassword, Username } from './account.ts';
import { SiteSettings, SiteSettingsEdit } from './site-settings.ts';

/** Token of the link that the server prints at its start, from the fragment of the address. */
const SetupToken = z.string().max(100);

export const SetupBody = z.strictObject({ token: SetupToken });

/** State of a site without a superuser. */
export const SetupState = z.object({
  /** Host of the site, as visitors type it. */
  host: z.string(),
  version: z.string(),
  settings: SiteSettings,
  /** Mail server and sender; null if mails stay in the outbox. */
  mail: z.object({ server: z.string(), from: z.string() }).nullable(),
  /** Whether payments are configured. */
  payments: z.boolean(),
});
export type SetupState = z.infer<typeof SetupState>;

export const SetupMailBody = z.strictObject({ token: SetupToken, to: Email });

export const SetupMailAnswer = z.object({
  /** `accepted`: the mail server took the mail. `refused`: it did not. `stored`: no mail server is set. */
  outcome: z.enum(['accepted', 'refused', 'stored']),
  /** Reason of a refusal, from the mail server. */
  reason: z.string().nullable(),
});
export type SetupMailAnswer = z.infer<typeof SetupMailAnswer>;

export const SetupFinishBody = z.strictObject({
  token: SetupToken,
  username: Username,
  password: NewPassword,
  /** Settings that an environment variable fixes are left out. */
  settings: SiteSettingsEdit,
});
