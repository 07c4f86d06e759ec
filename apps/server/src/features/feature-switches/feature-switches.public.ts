import type { Db, Tx } from '#platform/db/db';
import { findFeatureSwitches } from './feature-switches.read-model.ts';

/** Returns whether superusers have left a feature on. The configuration can also switch it off. */
export const isSwitchedOn = async (db: Db | Tx, feature: 'paddle' | 'login' | 'register'): Promise<boolean> =>
  (await findFeatureSwitches(db, '2'))[feature] !== false;

export { type CurrentSettings, createSiteSettings, type SiteSettingsService } from './site-settings.ts';
