import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isTest, projectRoot, sourceFiles } from './import-graph.ts';

/** Changes by superusers, commands and the start. They are rare. */
const mayNotify = [
  'apps/server/src/features/content/import/lessons.sync.ts',
  'apps/server/src/features/content/import/synchronise.ts',
  'apps/server/src/features/feature-switches/feature-switches.routes.ts',
  'apps/server/src/features/feature-switches/site-settings.ts',
  'apps/server/src/features/labs/labs.sync.ts',
  'apps/server/src/features/maps/maps.service.ts',
  'apps/server/src/features/maps/publish-map.ts',
  'apps/server/src/features/payments/billing/prices.service.ts',
  'apps/server/src/features/privacy/privacy.store.ts',
  'apps/server/src/platform/db/page-changes.ts',
];

it('only rare writes send a notification, because NOTIFY makes all transactions wait for each other at commit', () => {
  const sends = /\bannouncePageChange\(|\bpg_notify\b|\bnotify:\s*true\b/;
  const found = ['apps', 'packages']
    .flatMap(sourceFiles)
    .filter((file) => !isTest(file) && sends.test(readFileSync(join(projectRoot, file), 'utf8')));
  expect(found.sort()).toEqual(mayNotify);
});
