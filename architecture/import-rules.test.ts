import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { imports, isTest, production, projectRoot, shown, sourceFiles } from './import-graph.ts';

/** The import rules of docs/architecture.md. */

it('contract imports only Zod, and hexkit only contract', () => {
  const allowed = { contract: /^zod$/, hexkit: /^(zod$|@hexpedition\/contract)/ };
  const wrong = Object.entries(allowed).flatMap(([name, others]) =>
    production.filter(
      (one) =>
        one.file.startsWith(`packages/${name}/`) && !one.to.startsWith(`packages/${name}`) && !others.test(one.from),
    ),
  );
  expect(shown(wrong)).toEqual([]);
});

it('packages never import an app, and curriculum has no database and no server framework', () => {
  const wrong = imports.filter(
    (one) =>
      one.file.startsWith('packages/') &&
      (one.to.startsWith('apps/') ||
        (one.file.startsWith('packages/curriculum/') && /^(kysely|pg|fastify)/.test(one.from))),
  );
  expect(shown(wrong)).toEqual([]);
});

it('web and server never import each other', () => {
  expect(
    shown(
      imports.filter(
        (one) =>
          (one.file.startsWith('apps/web/') && one.to.startsWith('apps/server/')) ||
          (one.file.startsWith('apps/server/') && one.to.startsWith('apps/web/')),
      ),
    ),
  ).toEqual([]);
});

it('the server layers are platform ← features ← app', () => {
  const wrong = production.filter(
    (one) =>
      (one.file.startsWith('apps/server/src/platform/') && /^apps\/server\/src\/(features\/|[^/]+$)/.test(one.to)) ||
      (one.file.startsWith('apps/server/src/features/') && /^apps\/server\/src\/[^/]+$/.test(one.to)),
  );
  expect(shown(wrong)).toEqual([]);
});

/** Returns the app and feature of a path. */
const featureOf = (path: string) => /^apps\/(server|web)\/src\/features\/[^/]+(?=\/)/.exec(path)?.[0];
const entered = production.filter((one) => {
  const [own, other] = [featureOf(one.file), featureOf(one.to)];
  return own && other && own !== other;
});

it('features of the server import other features only through their *.public files', () => {
  const wrong = entered.filter((one) => one.file.startsWith('apps/server/') && !one.to.endsWith('.public'));
  expect(shown(wrong)).toEqual([]);
});

it('features of the web never import other features', () => {
  expect(shown(entered.filter((one) => one.file.startsWith('apps/web/')))).toEqual([]);
});

it('services do not import Fastify', () => {
  const wrong = production.filter((one) => one.file.endsWith('.service.ts') && one.from.startsWith('fastify'));
  expect(shown(wrong)).toEqual([]);
});

it('the web layers are lib ← ui ← entities ← shell, features ← routes', () => {
  const layer = (path: string) => /^apps\/web\/src\/([^/]+)/.exec(path)?.[1] ?? '';
  const below: Record<string, string[]> = {
    lib: ['ui', 'entities', 'shell', 'features', 'routes'],
    ui: ['entities', 'shell', 'features', 'routes'],
    entities: ['shell', 'features', 'routes'],
    shell: ['features', 'routes'],
    features: ['routes'],
  };
  // lib/router.ts is the exception: it creates the router from the generated route tree.
  const wrong = production.filter(
    (one) => one.file.startsWith('apps/web/') && below[layer(one.file)]?.includes(layer(one.to)),
  );
  expect(shown(wrong.filter((one) => one.file !== 'apps/web/src/lib/router.ts'))).toEqual([]);
});

it('production code does not import tests or their helpers', () => {
  expect(shown(production.filter((one) => isTest(`${one.to}.ts`)))).toEqual([]);
});

it('routes import only the component from the file of a page', () => {
  // The component is loaded with its page. Any other import would add the whole file to the initial bundle.
  const wrong = sourceFiles('apps/web/src/routes').flatMap((file) =>
    [...readFileSync(join(projectRoot, file), 'utf8').matchAll(/^import \{([^}]*)\} from '[^']*-page\.tsx'/gm)]
      .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
      .filter((name) => name !== '' && !/^type |^[A-Z]\w*$/.test(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(wrong).toEqual([]);
});
