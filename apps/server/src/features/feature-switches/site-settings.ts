import type { SiteSettings, SiteSettingsEdit, Tier } from '@hexpedition/contract';
import { audit } from '#platform/audit';
import type { Config } from '#platform/config';
import type { Db, Tx } from '#platform/db/db';
import { announcePageChange } from '#platform/db/page-changes';
import { AppError } from '#platform/errors';
import type { SharedReadings } from '#platform/shared-readings';
import { findStoredSettings } from './site-settings.read-model.ts';
import { lockSiteSettings, storeSettings } from './site-settings.store.ts';

/** Values without an environment variable and without a change by a superuser. */
const defaults = { name: 'Hexpedition', register: 'open', free_tier: 0 } as const;

const variables = { name: 'SITE_NAME', register: 'REGISTER', free_tier: 'FREE_TIER' } as const;
type SettingName = keyof typeof variables;

export interface CurrentSettings {
  name: string;
  register: 'open' | 'invite' | 'closed';
  freeTier: Tier;
}

export type SiteSettingsService = ReturnType<typeof createSiteSettings>;

interface Deps {
  config: Pick<Config, 'siteName' | 'register' | 'freeTier'>;
  db: Db;
  /** Keeps the settings until a change; without it, each call reads them. */
  shared?: SharedReadings | undefined;
}

/** Settings of the site: an environment variable wins over the superusers' value, and that one over the default. */
export function createSiteSettings({ config, db, shared }: Deps) {
  const fixed = { name: config.siteName, register: config.register, free_tier: config.freeTier };

  /** Reads the values from the database. */
  const load = async (): Promise<CurrentSettings> => {
    const { name, register, free_tier } = await describe(db);
    return { name: name.value, register: register.value, freeTier: free_tier.value };
  };

  async function describe(source: Db | Tx): Promise<SiteSettings> {
    const stored = await findStoredSettings(source);
    const settingOf = <N extends SettingName>(name: N) => ({
      value: fixed[name] ?? stored[name] ?? defaults[name],
      fixed_by: fixed[name] === null ? null : variables[name],
    });
    return {
      name: settingOf('name'),
      register: settingOf('register'),
      free_tier: settingOf('free_tier'),
    } as SiteSettings;
  }

  return {
    /** Reads the values from the database: a superuser must see their own change at once. */
    readNow: load,

    /** Returns the values that apply now, as known to this process. */
    read: (): Promise<CurrentSettings> =>
      shared ? shared.read('site-settings', ['/api/config/features'], load) : load(),

    /** Returns each value, and the environment variable that fixes it. */
    describe: () => describe(db),

    /**
     * Changes settings, with an audit event for each one that gets another value. All pages show the name, and the open
     * tiers decide about all courses, so every cached page is dropped.
     * @throws AppError conflict for a setting that an environment variable fixes
     */
    async change(tx: Tx, actor: number, edit: SiteSettingsEdit): Promise<void> {
      const names = (Object.keys(variables) as SettingName[]).filter((name) => edit[name] !== undefined);
      const fixedName = names.find((name) => fixed[name] !== null);
      if (fixedName) {
        throw new AppError('conflict', `${variables[fixedName]} fixes this setting. Change the environment variable.`);
      }
      await lockSiteSettings(tx);
      const before = await describe(tx);
      const changed = names.filter((name) => edit[name] !== before[name].value);
      if (changed.length === 0) return;
      await storeSettings(tx, Object.fromEntries(changed.map((name) => [name, edit[name]])));
      for (const name of changed) {
        const data = { before: { [name]: before[name].value }, after: { [name]: edit[name] } };
        await audit(tx, { actor, action: 'site.changed', subject: `site:${name}`, data });
      }
      await announcePageChange(tx, 'all');
    },
  };
}
