import type { Db } from '#platform/db/db';
import { findFeatureSwitches } from './feature-switches.read-model.ts';

/** Whether the superusers let people sign up; the configuration may forbid it besides. */
export const isSignupOpen = async (db: Db): Promise<boolean> => (await findFeatureSwitches(db, '2')).register !== false;
