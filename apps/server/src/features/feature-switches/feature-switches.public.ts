import type { Db } from '#platform/db/db';
import { findFeatureSwitches } from './feature-switches.read-model.ts';

/** Returns whether superusers allow sign-ups. The configuration can also forbid them. */
export const isSignupOpen = async (db: Db): Promise<boolean> => (await findFeatureSwitches(db, '2')).register !== false;
