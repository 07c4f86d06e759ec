import type { User } from '@hexpedition/contract';
import type { Db, Tx } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { presentUser } from './users.presenter.ts';
import { findUserByPk } from './users.read-model.ts';

/** The signed-in user, as calls that change an account answer. @throws AppError session_ended */
export async function readUser(db: Db | Tx, pk: number): Promise<User> {
  const user = await findUserByPk(db, pk);
  if (!user) throw new AppError('session_ended', 'This session has ended. Log in again.');
  return presentUser(user);
}
