import type { BuiltInService, ConsentConfig } from '@hexpedition/contract';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { defaultConfig, fitConfig } from './consent-config.ts';
import { diffConfigs } from './consent-config-diff.ts';
import { findActive, findDraft } from './privacy.read-model.ts';
import { lockConfig, storeDraft, storeVersion } from './privacy.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  needed: readonly BuiltInService[];
}

/**
 * Runs at startup before the server accepts requests. Creates the first configuration, and adapts the active one and
 * its draft to the services that the operator's settings allow. If several nodes start at once, only one does it.
 */
export async function syncPrivacy({ db, clock, needed }: Deps): Promise<void> {
  const fits = (config: ConsentConfig) => fitConfig(config, needed) === config;
  const [active, draft] = await Promise.all([findActive(db), findDraft(db)]);
  if (active && fits(active.config) && (!draft || fits(draft.config))) return;
  await db.transaction().execute(async (tx) => {
    await lockConfig(tx);
    const before = await findActive(tx);
    const at = clock.now();
    if (!before) {
      await storeVersion(tx, { number: 1, config: defaultConfig(needed), by: null, at });
      return;
    }
    let { number } = before;
    if (!fits(before.config)) {
      number += 1;
      const config = fitConfig(before.config, needed);
      await storeVersion(tx, { number, config, by: null, at });
      const data = diffConfigs(before.config, config);
      await audit(tx, { actor: null, action: 'privacy.published', subject: `privacy:${number}`, data });
    }
    const open = await findDraft(tx);
    if (open && (!fits(open.config) || open.base !== number)) {
      const { changed_by_pk: by, changed_at } = open;
      await storeDraft(tx, { config: fitConfig(open.config, needed), base: number, by, at: changed_at });
    }
  });
}
