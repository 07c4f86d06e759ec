import type { ImpersonationAnswer } from '@hexpedition/contract';
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
 * Lets a superuser view the platform as a learner. The credential belongs to the superuser: it ends with their session,
 * allows only the calls of `view-as.policy.ts`, and cannot be renewed.
 * @throws AppError not_found, forbidden for superusers
 */
export const createViewAs =
  ({ db, tokens, readUser }: Deps) =>
  async (viewer: Viewer, username: string): Promise<ImpersonationAnswer> => {
    const user = await findUserByLogin(db, username);
    if (!user) throw notFound('account');
    if (user.is_superuser) throw new AppError('forbidden', 'You cannot view the site as another superuser.');
    const { access, expiresAt } = await tokens.issueView({
      userPk: user.pk,
      sid: viewer.sid,
      impersonatedBy: viewer.pk,
    });
    const data = { before: null, after: { until: expiresAt.toISOString() } };
    await db
      .transaction()
      .execute((tx) =>
        audit(tx, { actor: viewer.pk, action: 'impersonation.started', subject: `user:${user.pk}`, data }),
      );
    return { access, expires_at: expiresAt.toISOString(), user: await readUser(db, user.pk) };
  };
