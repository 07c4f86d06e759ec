import type { BulkUsersAnswer, BulkUsersBody } from '@hexpedition/contract';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { AccountActions } from './account-actions.service.ts';
import { readUsernames } from './users-admin.read-model.ts';

/** Creates the function that applies an action to several accounts. */
export function createBulkActions({ db, actions }: { db: Db; actions: AccountActions }) {
  /**
   * Applies the action to one account after the other, each in a transaction of its own. An account for which the action
   * is refused does not stop the others.
   */
  return async (actor: number, body: BulkUsersBody): Promise<BulkUsersAnswer> => {
    const usernames = await readUsernames(db, body.users);
    const results: BulkUsersAnswer['results'] = [];
    for (const pk of body.users) {
      results.push({ pk, username: usernames.get(pk) ?? null, error: await problemOf(apply(actor, pk, body)) });
    }
    return { results };
  };

  function apply(actor: number, pk: number, body: BulkUsersBody): Promise<number | undefined> {
    switch (body.act) {
      case 'active':
        return actions.setActive(actor, pk, { isActive: body.is_active, reason: body.reason });
      case 'end_sessions':
        return actions.endSessions(actor, pk, undefined);
      case 'beta':
        return actions.setBeta(actor, pk, body.beta_access);
      case 'grant':
        return actions.grant(actor, pk, body);
      case 'deletion':
        return actions.setDeletion(actor, pk, body);
    }
  }
}

/** Returns why an action was refused; null if it was not. Other errors end the whole call. */
async function problemOf(action: Promise<number | undefined>): Promise<string | null> {
  try {
    return (await action) === undefined ? 'This account does not exist any more.' : null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
