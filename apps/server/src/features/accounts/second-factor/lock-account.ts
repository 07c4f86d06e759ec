import type { Tx } from '#platform/db/db';
import type { Viewer } from '#platform/http/viewer';
import { sessionEnded } from '../sessions.service.ts';
import { isOpen } from '../sessions.store.ts';
import { lockUserToChange } from '../users.store.ts';

/**
 * Locks an account, so that changes to it are serial. Rejects a session that has ended in the meantime.
 * @throws AppError session_ended
 */
export async function lockAccount(tx: Tx, viewer: Viewer): Promise<void> {
  await lockUserToChange(tx, viewer.pk);
  if (!(await isOpen(tx, viewer.sessionPk))) throw sessionEnded();
}
