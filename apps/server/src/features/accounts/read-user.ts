import type { User } from '@hexpedition/contract';
import type { Db, Tx } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { PresentUser } from './users.presenter.ts';
import { findUserByPk } from './users.read-model.ts';

/** Reads the signed-in user for the answer of a call that changes the account. @throws AppError session_ended */
export type ReadUser = (db: Db | Tx, pk: number) => Promise<User>;

export const createReadUser =
  (presentUser: PresentUser): ReadUser =>
  async (db, pk) => {
    const user = await findUserByPk(db, pk);
    if (!user) throw new AppError('session_ended', 'This session has ended. Log in again.');
    return presentUser(user);
  };
