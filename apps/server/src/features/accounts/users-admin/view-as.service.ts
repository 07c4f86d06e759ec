import type { PersonView } from '@hexpedition/contract';
import { audit } from '#platform/audit';
import type { Db } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import type { AccessTokens } from '../access-token.ts';
import type { ReadUser } from '../read-user.ts';
import { findUserByLogin } from '../users.read-model.ts';

interface Deps {
  db: Db;
  tokens: Pick<AccessTokens, 'issueView'>;
  readUser: ReadUser;
}

/**
 * Lets a superuser look at the platform as a learner, to see what they see. The credential is the superuser's: it ends
 * with their session, opens only what `view.policy.ts` names, and cannot be renewed.
 * @throws AppError not_found, forbidden for superusers
 */
export const createViewAs =
  ({ db, tokens, readUser }: Deps) =>
  async (viewer: Viewer, username: string): Promise<PersonView> => {
    const user = await findUserByLogin(db, username);
    if (!user) throw notFound('account');
    if (user.is_superuser) throw new AppError('forbidden', 'A superuser sees everything, as you do.');
    const { access, expiresAt } = await tokens.issueView({
      userPk: user.pk,
      sid: viewer.sid,
      impersonatedBy: viewer.pk,
    });
    const data = { before: null, after: { until: expiresAt.toISOString() } };
    await db
      .transaction()
      .execute((tx) => audit(tx, { actor: viewer.pk, action: 'view.started', subject: `user:${user.pk}`, data }));
    return { access, expires_at: expiresAt.toISOString(), user: await readUser(db, user.pk) };
  };
