import type { Security } from '@hexpedition/contract';
import type { Db, Tx } from '#platform/db/db';

/** Reads the sign-in methods of an account, as its owner sees them. */
export async function readSecurity(db: Db | Tx, userPk: number): Promise<Security> {
  const [facts, passkeys] = [await readFacts(db, userPk), await listPasskeys(db, userPk)];
  return {
    has_password: Boolean(facts.has_password),
    totp: facts.totp_at && { enabled_at: facts.totp_at.toISOString() },
    recovery_codes_left: Number(facts.codes_left),
    passkeys: passkeys.map((passkey) => ({
      pk: passkey.pk,
      name: passkey.name,
      created_at: passkey.created_at.toISOString(),
      last_used_at: passkey.last_used_at?.toISOString() ?? null,
      synced: passkey.synced,
    })),
    provider: facts.linked_at && { linked_at: facts.linked_at.toISOString() },
  };
}

function readFacts(db: Db | Tx, userPk: number) {
  return db
    .selectFrom('users')
    .select((users) => [
      users('password_hash', 'is not', null).as('has_password'),
      users.selectFrom('totp_secrets').select('confirmed_at').whereRef('user_pk', '=', 'users.pk').as('totp_at'),
      users
        .selectFrom('recovery_codes')
        .select((codes) => codes.fn.countAll().as('left'))
        .whereRef('user_pk', '=', 'users.pk')
        .where('used_at', 'is', null)
        .as('codes_left'),
      users
        .selectFrom('provider_identities')
        .select('linked_at')
        .whereRef('user_pk', '=', 'users.pk')
        .orderBy('linked_at', 'desc')
        .limit(1)
        .as('linked_at'),
    ])
    .where('pk', '=', userPk)
    .executeTakeFirstOrThrow();
}

function listPasskeys(db: Db | Tx, userPk: number) {
  return db
    .selectFrom('passkeys')
    .select(['pk', 'name', 'created_at', 'last_used_at', 'synced'])
    .where('user_pk', '=', userPk)
    .orderBy('created_at')
    .orderBy('pk')
    .execute();
}
