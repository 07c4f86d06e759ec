import { z } from 'zod';

/** Name of the site, on one line. Mails show it as their sender. */
export const SiteName = z
  .string()
  .trim()
  .min(2, 'Use at least 2 characters.')
  .max(40, 'Use at most 40 characters.')
  .regex(/^[^\p{C}\p{Zl}\p{Zp}<>{}"]*$/u, 'Leave out < > { } " and invisible characters.');

/** Accounts can be created by any visitor, by visitors with an invitation code, or by no one. */
export const SignupMode = z.enum(['open', 'invite', 'closed']);
export type SignupMode = z.infer<typeof SignupMode>;

/** Highest tier whose courses and labs are open to everyone. */
const FreeTier = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);

/** A value, and the environment variable that fixes it; null if superusers can change it. */
const setting = <T extends z.ZodType>(value: T) => z.object({ value, fixed_by: z.string().nullable() });

export const SiteSettings = z.object({
  name: setting(z.string()),
  register: setting(SignupMode),
  free_tier: setting(FreeTier),
});
export type SiteSettings = z.infer<typeof SiteSettings>;

/** Omitted settings keep their value. */
export const SiteSettingsEdit = z.strictObject({
  name: SiteName.optional(),
  register: SignupMode.optional(),
  free_tier: FreeTier.optional(),
});
export type SiteSettingsEdit = z.infer<typeof SiteSettingsEdit>;
