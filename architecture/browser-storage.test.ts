import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserStorageItem } from '@hexpedition/contract';
import { builtInServices } from '@hexpedition/contract/privacy-vocabulary';
import { describe, expect, it } from 'vitest';
import { startSeconds } from '../apps/server/src/features/accounts/provider/provider.service.ts';
import { rules } from '../apps/server/src/features/labs/instances.policy.ts';
import { testPaddle } from '../apps/server/src/features/payments/testing/subscription-model.ts';
import { serviceDescriptions } from '../apps/server/src/features/privacy/service-descriptions.ts';
import { getServiceFacts } from '../apps/server/src/features/privacy/service-facts.ts';
import { passSeconds } from '../apps/server/src/features/site-access/access-pass.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { texts } from '../apps/web/src/lib/consent/languages/en.ts';
import { isTest, projectRoot, sourceFiles } from './import-graph.ts';
import { findUnclearUses, keysIn } from './storage-keys.ts';

/*
 * The legal page promises to name everything that this site stores in a browser. The list is in
 * `apps/server/src/features/privacy/browser-storage.ts` and, for the server's cookies, in `service-facts.ts` in the same
 * folder. This test compares it with the sources; `e2e/legal.test.ts` compares it with a browser.
 */

const config = {
  ...readConfig({ NODE_ENV: 'test', SITE_ACCESS_CODE: 'an-access-code', MATOMO_URL: 'https://stats.example.org/' }),
  oidc: { issuer: 'https://id.example.org', clientId: 'a', clientSecret: 'b', name: 'Example' },
  paddle: testPaddle({ local: { url: 'http://localhost:1', control: 'http://localhost:1/control' } }),
};
const listed = builtInServices.flatMap((service) => getServiceFacts(service, config).stores);
const help =
  'Add it to apps/server/src/features/privacy/browser-storage.ts: the legal page must state its purpose and how long it is kept.';

/** The router's storage is listed too: visitors do not care whose code stores it. */
const libraries = ['router-core', 'react-router', 'react-query', 'query-core', 'history'].map(
  (name) => `node_modules/@tanstack/${name}/src`,
);
const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const web = sourceFiles('apps/web/src').filter((file) => !isTest(file));
const found = [...web, ...libraries.flatMap(sourceFiles).filter((file) => !isTest(file))].flatMap((file) =>
  keysIn(file, read(file)).map((key) => ({ file, ...key })),
);

const isNamed = (kind: BrowserStorageItem['kind'], name: string, one: BrowserStorageItem) =>
  one.kind === kind && (one.name.endsWith('…') ? name.startsWith(one.name.slice(0, -1)) : name === one.name);

describe('browser storage', () => {
  it('is found in the sources', () => expect(found.length).toBeGreaterThan(20));

  it('is listed completely', () => {
    const missing = found.filter(({ kind, name }) => !listed.some((one) => isNamed(kind, name, one)));
    expect(
      missing.map(({ file, kind, name }) => `${file} keeps "${name}" (${kind}), which no list names. ${help}`),
    ).toEqual([]);
  });

  it('is still used, for every listed key', () => {
    const unused = listed
      .filter(({ kind }) => kind !== 'cookie')
      .filter((one) => !found.some(({ kind, name }) => isNamed(kind, name, one)));
    expect(unused.map(({ name }) => `Nothing keeps "${name}" any more. Take it off the list.`)).toEqual([]);
  });

  it('is written only in ways that this test understands', () => {
    expect(web.flatMap((file) => findUnclearUses(file, read(file)))).toEqual([]);
  });
});

describe('extraction of storage keys', () => {
  it.each([
    ["localStorage.setItem('a', JSON.stringify({ a: [1, 2] }))", 'local', 'a'],
    ["const key = 'b';\nsessionStorage.setItem(key, text)", 'session', 'b'],
    [`const keyOf = (id: string) => \`c:\${id}\`;\nsessionStorage.setItem(keyOf(id), text)`, 'session', 'c:…'],
    ["const d = 'd-';\nconst name = d + readerOf(request);\ncaches\n  .open(name)", 'cache', 'd-…'],
    [`store?.setItem(a); safeLocalStorage?.setItem(\`e\${1}\`, x)`, 'local', 'e…'],
  ])('finds the key in %j', (text, kind, name) => expect(keysIn('a.ts', text)).toEqual([{ kind, name }]));

  it.each([
    'const store = localStorage;',
    'const store = safeLocalStorage;',
    'localStorage.theme = 1',
    "localStorage['theme'] = 1",
    'for (const key in sessionStorage) use(key)',
    'export const keep = (key: string) => localStorage.setItem(key, "")',
    'document.cookie = "a=b"',
    'await cookieStore.set("a", "b")',
    'indexedDB.open("a")',
  ])('reports %j as unclear', (text) => expect(findUnclearUses('a.ts', text)).toHaveLength(1));

  it.each([
    'Object.keys(localStorage).some(isOurs)',
    "typeof localStorage === 'undefined'",
    "/* localStorage, and indexedDB */ localStorage.getItem('a') // localStorage",
    'const now = document.cookie === ""',
  ])('accepts %j', (text) => expect(findUnclearUses('a.ts', text)).toEqual([]));
});

describe('cookies of the server', () => {
  const server = ['apps/server/src', 'packages'].flatMap(sourceFiles).filter((file) => !isTest(file));

  it('are all listed', () => {
    const names = server.flatMap((file) =>
      [...read(file).matchAll(/\bcreateCookie\((?!name:)(.+?),/g)].map(([, name = '']) => ({ file, name })),
    );
    expect(names).toHaveLength(2);
    for (const { file, name } of names) {
      const cookie = `hexpedition-${name.replaceAll("'", '')}`;
      const problem = `${file} sets the cookie ${name}, which service-facts.ts does not name. The legal page has to.`;
      expect(
        listed.map((one) => one.name),
        problem,
      ).toContain(cookie);
    }
  });

  it('are set only in known files', () => {
    const known = [
      'apps/server/src/features/accounts/provider/provider.routes.ts',
      'apps/server/src/features/site-access/site-access.ts',
      'packages/lab-runtime/src/gateway/gateway.ts',
      'packages/paddle-sandbox/src/control/control.routes.ts',
    ];
    const setting = server.filter((file) => /['"]set-cookie['"]\s*[,:]|\.setCookie\(/i.test(read(file)));
    expect(setting, `A new cookie? Name it in apps/server/src/features/privacy/service-facts.ts, then here.`).toEqual(
      known,
    );
  });
});

it('the cookies last as long as the legal page states', () => {
  const hour = 3_600_000;
  expect([rules.passLifetime / hour, passSeconds / 86_400, startSeconds / 60]).toEqual([2, 30, 10]);
  const lasts = (name: string) => listed.find((one) => one.kind === 'cookie' && one.name === name)?.lasts;
  expect(['__Host-lab', 'hexpedition-access', 'hexpedition-provider'].map(lasts)).toEqual([
    'Two hours at most',
    '30 days',
    'Ten minutes at most',
  ]);
});

it.each(builtInServices)('the legal page and the consent dialog agree about %s', (service) => {
  expect(serviceDescriptions[service]).toEqual(texts[service]);
});
