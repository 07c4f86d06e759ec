import { sql } from 'kysely';
import type { Tx } from '#platform/db/db';

/** Maximum rows of lists that grow without bound. The newest are kept, and the file contains the total. */
export const maxRows = 10_000;

/** Sign-in methods, sessions, tiers and the audit log of the user. */
export async function readAccess(tx: Tx, userPk: number) {
  return {
    tiers: await tx
      .selectFrom('entitlements')
      .select(['source', 'tier', 'starts_at', 'ends_at', 'created_at'])
      .where('user_pk', '=', userPk)
      .orderBy('pk')
      .execute(),
    sessions: await tx
      .selectFrom('sessions')
      .select(['user_agent', 'created_at', 'last_seen_at', 'expires_at', 'ended_at', 'end_reason'])
      .where('user_pk', '=', userPk)
      .orderBy('pk', 'desc')
      .limit(maxRows)
      .execute(),
    sign_in: await readSignIn(tx, userPk),
    invitations: await tx
      .selectFrom('invite_redemptions')
      .innerJoin('invites', 'invites.pk', 'invite_redemptions.invite_pk')
      .select(['invites.beta_access', 'invites.tier', 'invites.days', 'invite_redemptions.redeemed_at'])
      .where('invite_redemptions.user_pk', '=', userPk)
      .orderBy('invite_redemptions.redeemed_at')
      .execute(),
    vouchers: await readVouchers(tx, userPk),
    uploaded_picture:
      (await tx
        .selectFrom('avatar_uploads')
        .select(['created_at', sql<string>`replace(encode(webp, 'base64'), E'\\n', '')`.as('webp_base64')])
        .where('user_pk', '=', userPk)
        .executeTakeFirst()) ?? null,
    log: {
      total: await countEvents(tx, userPk),
      events: await tx
        .selectFrom('audit_events')
        .select(['at', 'action', 'subject', 'data'])
        .where('actor_pk', '=', userPk)
        .orderBy('at', 'desc')
        .limit(maxRows)
        .execute(),
    },
  };
}

/** Vouchers. Names of people with seats are omitted, because they are other users' data. */
async function readVouchers(tx: Tx, userPk: number) {
  const batches = tx
    .selectFrom('voucher_batches')
    .select(['name', 'tier', 'months', 'uses', 'expires_at', 'made_at'])
    .orderBy('pk', 'desc')
    .limit(maxRows);
  return {
    redeemed: await tx
      .selectFrom('voucher_seats')
      .innerJoin('vouchers', 'vouchers.pk', 'voucher_seats.voucher_pk')
      .innerJoin('voucher_batches', 'voucher_batches.pk', 'vouchers.batch_pk')
      .select(['vouchers.pk as number', 'voucher_batches.name', 'voucher_batches.tier', 'voucher_batches.months'])
      .select(['voucher_seats.redeemed_at', 'voucher_seats.released_at'])
      .where('voucher_seats.user_pk', '=', userPk)
      .orderBy('voucher_seats.pk', 'desc')
      .limit(maxRows)
      .execute(),
    held: await batches.where('holder_pk', '=', userPk).execute(),
    made: await batches.where('made_by', '=', userPk).execute(),
  };
}

async function readSignIn(tx: Tx, userPk: number) {
  const [authenticator_app] = await tx
    .selectFrom('totp_secrets')
    .select(['created_at', 'confirmed_at'])
    .where('user_pk', '=', userPk)
    .execute();
  const codes = await tx.selectFrom('recovery_codes').select('used_at').where('user_pk', '=', userPk).execute();
  return {
    authenticator_app: authenticator_app ?? null,
    recovery_codes: { made: codes.length, used_at: codes.flatMap(({ used_at }) => used_at ?? []) },
    passkeys: await tx
      .selectFrom('passkeys')
      .select(['name', 'synced', 'transports', 'created_at', 'last_used_at'])
      .where('user_pk', '=', userPk)
      .orderBy('pk')
      .execute(),
    provider: await tx
      .selectFrom('provider_identities')
      .select(['issuer', 'subject', 'linked_at'])
      .where('user_pk', '=', userPk)
      .execute(),
  };
}

async function countEvents(tx: Tx, userPk: number): Promise<number> {
  const row = await tx
    .selectFrom('audit_events')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('actor_pk', '=', userPk)
    .executeTakeFirstOrThrow();
  return row.total;
}
