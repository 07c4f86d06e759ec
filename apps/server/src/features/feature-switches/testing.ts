import type { SiteSettingsService } from './site-settings.ts';

/** Settings of a site with this name, and defaults for the rest. */
export const siteNamed = (name: string): Pick<SiteSettingsService, 'read'> => ({
  read: async () => ({ name, register: 'open', freeTier: 0 }),
});
