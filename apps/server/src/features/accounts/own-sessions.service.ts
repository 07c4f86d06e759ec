import { createHash } from 'node:crypto';
import type { SessionItem } from '@hexpedition/contract';
import { audit } from '#platform/audit';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import type { AccountDeps } from './account-deps.ts';
import { describeDevice } from './describe-device.ts';
import { listSessions } from './sessions.read-model.ts';
import { endOtherSessions, endSession, findOpenSession } from './sessions.store.ts';

/** Identifies a session on its owner's account page. The hash cannot be used to end the session elsewhere. */
const hashOfSid = (sid: string) => createHash('sha256').update(sid).digest();

/** Lists the open sessions of a user. @param current pk of the session that calls, which is listed first */
export async function readSessions(db: Db, userPk: number, current: number, now: Date): Promise<SessionItem[]> {
  const rows = await listSessions(db, userPk, current, now);
  return rows.map((row) => {
    const { text, kind } = describeDevice(row.user_agent);
    return {
      sid_hash: hashOfSid(row.sid).toString('base64url'),
      device: text,
      kind,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
      current: Boolean(row.current),
    };
  });
}

export function createOwnSessions({ db, clock }: Pick<AccountDeps, 'db' | 'clock'>) {
  const list = async (viewer: Viewer): Promise<{ sessions: SessionItem[] }> => ({
    sessions: await readSessions(db, viewer.pk, viewer.sessionPk, clock.now()),
  });

  return {
    list,

    /**
     * Ends the session of the viewer.
     * @param sid if given, it must be the session's own id
     * @throws AppError not_found
     */
    async logOut(viewer: Viewer, sid: string | undefined): Promise<void> {
      if (sid && sid !== viewer.sid) throw notFound('session');
      await db.transaction().execute(async (tx) => {
        await endSession(tx, viewer.sessionPk, 'logout', clock.now());
        await audit(tx, { actor: viewer.pk, action: 'session.closed' });
      });
    },

    /** @throws AppError not_found */
    async end(viewer: Viewer, sidHash: string): Promise<{ sessions: SessionItem[] }> {
      await db.transaction().execute(async (tx) => {
        const pk = await findOpenSession(tx, viewer.pk, Buffer.from(sidHash, 'base64url'));
        if (pk === undefined) throw notFound('session');
        await endSession(tx, pk, 'ended', clock.now());
        await audit(tx, { actor: viewer.pk, action: 'session.ended', subject: `session:${pk}` });
      });
      return list(viewer);
    },

    async endOthers(viewer: Viewer): Promise<{ sessions: SessionItem[] }> {
      await db.transaction().execute(async (tx) => {
        const ended = await endOtherSessions(tx, viewer.pk, viewer.sessionPk, clock.now());
        await audit(tx, { actor: viewer.pk, action: 'session.others_ended', data: { ended } });
      });
      return list(viewer);
    },
  };
}
