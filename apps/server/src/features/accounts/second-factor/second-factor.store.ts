import type { Db, Tx } from '#platform/db/db';

/**
 * Keeps a secret that is being set up, in place of one that was never confirmed.
 * @returns false where one is confirmed already
 */
export async function putSecret(tx: Tx, userPk: number, sealed: Buffer, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('totp_secrets')
    .values({ user_pk: userPk, secret: sealed, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_pk')
        .doUpdateSet({ secret: sealed, last_step: 0, created_at: now })
        .where('totp_secrets.confirmed_at', 'is', null),
    )
    .returning('user_pk')
    .executeTakeFirst();
  return row !== undefined;
}

export function findSecret(db: Db | Tx, userPk: number) {
  return db
    .selectFrom('totp_secrets')
    .select(['secret', 'confirmed_at', 'created_at'])
    .where('user_pk', '=', userPk)
    .executeTakeFirst();
}

/** One statement, so that only one of two at once succeeds, and only for the secret whose code was checked. */
export async function confirmSecret(tx: Tx, userPk: number, sealed: Buffer, step: number, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('totp_secrets')
    .set({ confirmed_at: now, last_step: step })
    .where('user_pk', '=', userPk)
    .where('secret', '=', sealed)
    .where('confirmed_at', 'is', null)
    .returning('user_pk')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Uses up a step and all before it.
 * @returns false where it was used up before: no code is good twice, not even at the same moment
 */
export async function useStep(tx: Tx, userPk: number, sealed: Buffer, step: number): Promise<boolean> {
  const row = await tx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_pk', '=', userPk)
    .where('secret', '=', sealed)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', String(step))
    .returning('user_pk')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes the secret and the recovery codes that stand in for it. @returns whether it was in use */
export async function deleteSecret(tx: Tx, userPk: number): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('user_pk', '=', userPk).execute();
  const row = await tx
    .deleteFrom('totp_secrets')
    .where('user_pk', '=', userPk)
    .returning('confirmed_at')
    .executeTakeFirst();
  return row?.confirmed_at != null;
}

/** Stores recovery codes in place of the old ones. */
export async function putRecoveryCodes(tx: Tx, userPk: number, hashes: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_pk', '=', userPk).execute();
  const rows = hashes.map((hash) => ({ user_pk: userPk, hash, used_at: null }));
  await tx.insertInto('recovery_codes').values(rows).execute();
}

/** @returns false where there is none such, or it was used before */
export async function useRecoveryCode(tx: Tx, userPk: number, hash: Buffer, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_pk', '=', userPk)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_pk')
    .executeTakeFirst();
  return row !== undefined;
}
