import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';

export interface NewInvite {
  label: string;
  betaAccess: boolean;
  tier: 1 | 2 | 3 | null;
  /** Duration of the tier; null for no end. */
  days: number | null;
  maxUses: number;
  expiresAt: Date | null;
}

export async function insertInvite(tx: Tx, codeHash: Buffer, invite: NewInvite): Promise<number> {
  const row = await tx
    .insertInto('invites')
    .values({
      code_hash: codeHash,
      label: invite.label,
      beta_access: invite.betaAccess,
      tier: invite.tier,
      days: invite.days,
      max_uses: invite.maxUses,
      expires_at: invite.expiresAt,
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  return row.pk;
}

export function findInvite(db: Db, codeHash: Buffer) {
  return db.selectFrom('invites').selectAll().where('code_hash', '=', codeHash).executeTakeFirst();
}

export type InviteRow = NonNullable<Awaited<ReturnType<typeof findInvite>>>;

/** Finds an invitation and locks its row, so that concurrent redemptions cannot exceed its number of uses. */
export function findInviteForUpdate(tx: Tx, codeHash: Buffer): Promise<InviteRow | undefined> {
  return tx.selectFrom('invites').selectAll().where('code_hash', '=', codeHash).forUpdate().executeTakeFirst();
}

export async function hasRedeemed(db: Db, invitePk: number, userPk: number): Promise<boolean> {
  const row = await db
    .selectFrom('invite_redemptions')
    .select('user_pk')
    .where('invite_pk', '=', invitePk)
    .where('user_pk', '=', userPk)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts one use and grants what the invitation contains. */
export async function insertRedemption(tx: Tx, invite: InviteRow, userPk: number, now: Date): Promise<void> {
  await tx.updateTable('invites').set({ uses: sql`uses + 1` }).where('pk', '=', invite.pk).execute();
  await tx
    .insertInto('invite_redemptions')
    .values({ invite_pk: invite.pk, user_pk: userPk, redeemed_at: now })
    .execute();
  if (invite.tier !== null) {
    const endsAt = invite.days === null ? null : new Date(now.getTime() + invite.days * 86_400_000);
    await tx
      .insertInto('entitlements')
      .values({ user_pk: userPk, source: 'invite', tier: invite.tier, ends_at: endsAt })
      .execute();
  }
  if (invite.beta_access) {
    await tx.updateTable('users').set({ beta_access: true }).where('pk', '=', userPk).execute();
  }
}
