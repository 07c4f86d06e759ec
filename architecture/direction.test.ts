import { expect, it } from 'vitest';
import { imports, isTest, production, shown } from './imports.ts';

/** The direction rules of docs/architecture.md. */

it('contract and hexkit import nothing of ours; contract only Zod', () => {
  const own = production.filter(
    (one) => /^packages\/(contract|hexkit)\//.test(one.file) && !one.to.startsWith(one.file.split('/src/')[0] ?? ''),
  );
  expect(shown(own.filter((one) => !(one.file.startsWith('packages/contract/') && one.from === 'zod')))).toEqual([]);
});

it('web and server never import each other', () => {
  expect(
    shown(
      imports.filter(
        (one) =>
          (one.file.startsWith('apps/web/') && /apps\/server|@hexpedition\/server/.test(one.to)) ||
          (one.file.startsWith('apps/server/') && /apps\/web|@hexpedition\/web/.test(one.to)),
      ),
    ),
  ).toEqual([]);
});

it('the server points one way: platform ← features ← app', () => {
  const wrong = production.filter(
    (one) =>
      (one.file.startsWith('apps/server/src/platform/') && /^apps\/server\/src\/(features|app|main)/.test(one.to)) ||
      (one.file.startsWith('apps/server/src/features/') && /^apps\/server\/src\/(app|main)$/.test(one.to)),
  );
  expect(shown(wrong)).toEqual([]);
});

it('a feature of the server reaches another only through its public face', () => {
  const feature = (path: string) => /^apps\/server\/src\/features\/([^/]+)\//.exec(path)?.[1];
  const wrong = production.filter((one) => {
    const [own, other] = [feature(one.file), feature(one.to)];
    return own && other && own !== other && !one.to.endsWith('.public');
  });
  expect(shown(wrong)).toEqual([]);
});

it('services never see Fastify', () => {
  const wrong = production.filter((one) => one.file.endsWith('.service.ts') && one.from.startsWith('fastify'));
  expect(shown(wrong)).toEqual([]);
});

it('the web points one way: lib ← ui ← shell, features ← routes', () => {
  const layer = (path: string) => /^apps\/web\/src\/([^/]+)/.exec(path)?.[1] ?? '';
  const below: Record<string, string[]> = {
    ui: ['shell', 'features', 'routes'],
    lib: ['ui', 'shell', 'features', 'routes'],
    shell: ['features', 'routes'],
    features: ['routes'],
  };
  // lib/router.ts joins everything: it makes the router out of the generated route tree.
  const wrong = production.filter(
    (one) => one.file.startsWith('apps/web/') && below[layer(one.file)]?.includes(layer(one.to)),
  );
  expect(shown(wrong.filter((one) => one.file !== 'apps/web/src/lib/router.ts'))).toEqual([]);
});

it('production code never imports tests or their helpers', () => {
  expect(shown(production.filter((one) => isTest(`${one.to}.ts`)))).toEqual([]);
});
