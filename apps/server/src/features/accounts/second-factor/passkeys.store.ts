import type { Db, Tx } from '#platform/db/db';

interface NewPasskey {
  userPk: number;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  synced: boolean;
  name: string;
}

export function listCredentials(db: Db | Tx, userPk: number) {
  return db.selectFrom('passkeys').select(['credential_id', 'transports']).where('user_pk', '=', userPk).execute();
}

/** @returns undefined if the credential is already registered, by any account */
export async function insertPasskey(tx: Tx, passkey: NewPasskey, now: Date): Promise<number | undefined> {
  const row = await tx
    .insertInto('passkeys')
    .values({
      user_pk: passkey.userPk,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      synced: passkey.synced,
      name: passkey.name,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('pk')
    .executeTakeFirst();
  return row?.pk;
}

export function findPasskey(db: Db | Tx, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .select(['pk', 'user_pk', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/**
 * Records a use.
 * @returns false if the passkey was removed, or its counter did not increase, which means that a copy exists
 */
export async function usePasskey(
  tx: Tx,
  pk: number,
  { counter, synced }: { counter: number; synced: boolean },
  now: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('passkeys')
    .set({ counter, synced, last_used_at: now })
    .where('pk', '=', pk)
    // Many passkeys do not count their uses: their counter stays at 0.
    .where((where) =>
      where.or([
        where('counter', '<', String(counter)),
        where.and([where('counter', '=', '0'), where.val(counter === 0)]),
      ]),
    )
    .returning('pk')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a passkey of this user. @returns whether it existed */
export async function deletePasskey(tx: Tx, userPk: number, pk: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('pk', '=', pk)
    .where('user_pk', '=', userPk)
    .returning('pk')
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts the sign-in methods of an account: the password, passkeys, and the identity at the provider. */
export async function countSignInMethods(tx: Tx, userPk: number, issuer: string | undefined): Promise<number> {
  const row = await tx
    .selectFrom('users')
    .select((users) => [
      users('password_hash', 'is not', null).as('password'),
      users
        .selectFrom('passkeys')
        .select((keys) => keys.fn.countAll().as('count'))
        .where('user_pk', '=', userPk)
        .as('passkeys'),
      users
        .selectFrom('provider_identities')
        .select((identities) => identities.fn.countAll().as('count'))
        .where('user_pk', '=', userPk)
        .where('issuer', '=', issuer ?? '')
        .as('identities'),
    ])
    .where('pk', '=', userPk)
    .executeTakeFirstOrThrow();
  return Number(row.password) + Number(row.passkeys) + Number(row.identities);
}
