import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { imports, isTest, production, projectRoot, shown, sourceFiles } from './imports.ts';

/** The direction rules of docs/architecture.md. */

it('contract imports Zod alone, and hexkit the contract', () => {
  const allowed = { contract: /^zod$/, hexkit: /^(zod$|@hexpedition\/contract)/ };
  const wrong = Object.entries(allowed).flatMap(([name, others]) =>
    production.filter(
      (one) =>
        one.file.startsWith(`packages/${name}/`) && !one.to.startsWith(`packages/${name}`) && !others.test(one.from),
    ),
  );
  expect(shown(wrong)).toEqual([]);
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

/** The feature of a path and the app that it is in. */
const featureOf = (path: string) => /^apps\/(server|web)\/src\/features\/[^/]+(?=\/)/.exec(path)?.[0];
const entered = production.filter((one) => {
  const [own, other] = [featureOf(one.file), featureOf(one.to)];
  return own && other && own !== other;
});

it.each(['server', 'web'])('a feature of the %s reaches another only through its *.public files', (app) => {
  const wrong = entered.filter((one) => one.file.startsWith(`apps/${app}/`) && !one.to.endsWith('.public'));
  expect(shown(wrong)).toEqual([]);
});

it('a public file of the web is used by another feature and hands nothing on', () => {
  const used = new Set(entered.map((one) => one.to));
  const open = sourceFiles('apps/web/src/features').filter((file) => /\.public\.tsx?$/.test(file));
  expect(open.filter((file) => !used.has(file.replace(/\.tsx?$/, '')))).toEqual([]);
  // Whoever needs one thing of a list would load them all.
  const lists = open.filter((file) => /^export\s[^;]*?\sfrom\s/m.test(readFileSync(join(projectRoot, file), 'utf8')));
  expect(lists).toEqual([]);
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

it('a route takes nothing but the component from the file of a page', () => {
  // The component comes when its page is opened; anything else of that file would bring all of it to every first load.
  const wrong = sourceFiles('apps/web/src/routes').flatMap((file) =>
    [...readFileSync(join(projectRoot, file), 'utf8').matchAll(/^import \{([^}]*)\} from '[^']*-page\.tsx'/gm)]
      .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
      .filter((name) => name !== '' && !/^type |^[A-Z]\w*$/.test(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(wrong).toEqual([]);
});
