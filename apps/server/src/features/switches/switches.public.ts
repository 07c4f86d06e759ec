import type { Db } from '#platform/db/db';
import { findSwitches } from './switches.read-model.ts';

/** Whether the superusers let people sign up; the configuration may forbid it besides. */
export const isSignupOpen = async (db: Db): Promise<boolean> => (await findSwitches(db, '2')).register !== false;
