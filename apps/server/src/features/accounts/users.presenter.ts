import type { User } from '@hexpedition/contract';
import type { UserRow } from './users.read-model.ts';

export function presentUser(row: UserRow): User {
  return {
    pk: row.pk,
    username: row.username,
    email: row.email,
    pending_email: row.pending_email,
    is_superuser: row.is_superuser,
    account: {
      beta_access: row.beta_access,
      image: row.avatar,
      tier: row.tier,
      public_profile: { slug: row.profile_slug },
      paddle_customer_id: null,
      paddle_address_id: null,
      active_subscription: null,
    },
  };
}
