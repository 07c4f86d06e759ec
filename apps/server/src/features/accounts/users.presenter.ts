import { tierNames, type User } from '@hexpedition/contract';
import { formatMoney } from '@hexpedition/contract/money';
import { belongsToDomain } from './company.policy.ts';
import type { UserRow } from './users.read-model.ts';

export type PresentUser = (row: UserRow) => User;

/** @param companyDomain the operator's company; null without one */
export const createPresentUser =
  (companyDomain: string | null): PresentUser =>
  (row) => ({
    pk: row.pk,
    username: row.username,
    email: row.email,
    pending_email: row.pending_email,
    is_superuser: row.is_superuser,
    account: {
      beta_access: row.beta_access,
      image: row.avatar,
      tier: row.tier,
      company: companyDomain !== null && belongsToDomain(companyDomain, row),
      public_profile: {
        slug: row.profile_slug,
        is_public: row.profile_public,
        about: row.profile_about,
        sections: {
          points: row.profile_points,
          trainings: row.profile_trainings,
          labs: row.profile_labs,
          activity: row.profile_activity,
        },
      },
      settings: {
        listed: row.listed,
        sign_in_mails: row.sign_in_mails,
        announcement_mails: row.announcement_mails,
        shortcuts: row.shortcuts,
      },
      has_password: row.password_hash !== null,
      two_factor: row.two_factor,
      delete_at: row.delete_at?.toISOString() ?? null,
      paddle_customer_id: row.paddle_customer_id,
      paddle_address_id: row.paddle_address_id,
      active_subscription: presentSubscription(row),
    },
  });

function presentSubscription({ active_subscription, paddle_country }: UserRow): User['account']['active_subscription'] {
  if (!active_subscription) return null;
  const { source, tier, total, currency } = active_subscription;
  const local_price = source === 'voucher' ? null : formatMoney(total, currency, paddle_country);
  return { source, subscription: { name: tierNames[tier], tier, local_price } };
}
