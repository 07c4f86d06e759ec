import type { Db, Tx } from '#platform/db/db';

/**
 * Stores the secret of a new set-up. It replaces a secret that was never confirmed.
 * @returns false if the account already has a confirmed secret
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

/** A single statement, so that only one of two concurrent calls succeeds, and only for the secret that was checked. */
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
 * Marks a time step and all earlier ones as used.
 * @returns false if it was used before; a code cannot be used twice, also not concurrently
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

/** Deletes the secret and its recovery codes. @returns whether the secret was in use */
export async function deleteSecret(tx: Tx, userPk: number): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('user_pk', '=', userPk).execute();
  const row = await tx
    .deleteFrom('totp_secrets')
    .where('user_pk', '=', userPk)
    .returning('confirmed_at')
    .executeTakeFirst();
  return row?.confirmed_at != null;
}

/** Replaces the recovery codes. */
export async function putRecoveryCodes(tx: Tx, userPk: number, hashes: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_pk', '=', userPk).execute();
  const rows = hashes.map((hash) => ({ user_pk: userPk, hash, used_at: null }));
  await tx.insertInto('recovery_codes').values(rows).execute();
}

/** @returns false if the code does not exist or was used before */
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
