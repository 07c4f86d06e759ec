import { randomUUID } from 'node:crypto';
import { createAccessTokens } from '../../apps/server/src/features/accounts/access-token.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { openSecrets } from '../../apps/server/src/platform/secrets.ts';

/**
 * Creates a superuser on the platform of a data folder.
 * @returns the access token
 */
export const superuserToken = (db: Db, dataDir: string): Promise<string> =>
  accountToken(db, dataDir, { username: 'bench-superuser', isSuperuser: true });

/**
 * Creates an account on the platform of a data folder.
 * @returns its access token
 */
export async function accountToken(
  db: Db,
  dataDir: string,
  { username, isSuperuser }: { username: string; isSuperuser: boolean },
): Promise<string> {
  const secrets = await openSecrets(dataDir, null);
  const tokens = createAccessTokens(secrets.key('access-token'), systemClock);
  const { pk } = await db
    .insertInto('users')
    .values({
      username,
      password_hash: '',
      profile_slug: username,
      email: null,
      is_superuser: isSuperuser,
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  const sid = randomUUID();
  const expires_at = new Date(Date.now() + 86_400_000);
  await db.insertInto('sessions').values({ sid, user_pk: pk, expires_at }).execute();
  return tokens.issue({ userPk: pk, sid, tier: 0, isSuperuser });
}
