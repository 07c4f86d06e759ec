import { randomUUID } from 'node:crypto';
import { createAccessTokens } from '../../apps/server/src/features/accounts/access-token.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { openSecrets } from '../../apps/server/src/platform/secrets.ts';

/** Makes a superuser on the platform of a data folder. @returns the access token */
export async function superuserToken(db: Db, dataDir: string): Promise<string> {
  const secrets = await openSecrets(dataDir, null);
  const tokens = createAccessTokens(secrets.key('access-token'), systemClock);
  const { pk } = await db
    .insertInto('users')
    .values({
      username: 'bench-captain',
      password_hash: '',
      profile_slug: 'bench-captain',
      email: null,
      is_superuser: true,
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  const sid = randomUUID();
  const expires_at = new Date(Date.now() + 86_400_000);
  await db.insertInto('sessions').values({ sid, user_pk: pk, expires_at }).execute();
  return tokens.issue({ userPk: pk, sid, tier: 0, isSuperuser: true });
}
