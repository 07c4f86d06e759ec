import { ConsentConfig } from '@hexpedition/contract';
import { describe, expect, it } from 'vitest';
import { findConfigProblems } from './config-problems.ts';
import { defaultConfig } from './consent-config.ts';

const all = ['platform', 'paddle', 'matomo', 'youtube'] as const;
const config = defaultConfig(all);
const [platform, paddle, matomo, youtube] = config.services as [
  (typeof config.services)[number],
  ...typeof config.services,
];
const services = (...list: (typeof platform | undefined)[]) => ({ services: list.filter((one) => one !== undefined) });
const problemsOf = (changes: Partial<ConsentConfig>) => findConfigProblems({ ...config, ...changes }, all);
const own = { name: 'forum', purposes: ['community'] };

it('accepts the default configuration', () => {
  expect(problemsOf({})).toEqual({});
  expect(ConsentConfig.safeParse(config).error).toBeUndefined();
});

describe('findConfigProblems', () => {
  it.each<[string, Partial<ConsentConfig>]>([
    ['config.services', services(platform, paddle, matomo)],
    ['config.services', { services: [] }],
    [
      'config.services.0.required',
      services({ ...platform, purposes: ['marketing'], required: false }, paddle, matomo, youtube),
    ],
    ['config.services.1.required', services(platform, { name: 'paddle', purposes: ['marketing'] }, matomo, youtube)],
    [
      'config.services.2.required',
      services(platform, paddle, { ...platform, name: 'matomo', purposes: ['marketing'] }, youtube),
    ],
    ['config.services.3.purposes', services(platform, paddle, matomo, { name: 'youtube', purposes: ['functional'] })],
    [
      'config.services.3.optOut',
      services(platform, paddle, matomo, { name: 'youtube', purposes: ['marketing'], optOut: true }),
    ],
    ['config.translations.en.purposes.community', services(...config.services, own)],
    ['config.lang', { lang: 'xx' }],
    ['config.lang', { lang: 'zz' }],
    ['config.storageName', { storageName: 'hexpedition-access' }],
    ['config.storageName', { storageName: 'provider' }],
    ['config.mustConsent', { mustConsent: true, acceptAll: false, hideDeclineAll: true }],
    [
      'config.services.2.cookies.1',
      services(platform, paddle, { name: 'matomo', purposes: ['performance'], cookies: ['a', ['^kla', '/']] }, youtube),
    ],
    [
      'config',
      { translations: { en: Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`k${i}`, 'x'.repeat(2_000)])) } },
    ],
  ])('reports %s for %j', (field, changes) => {
    expect(Object.keys(problemsOf(changes))).toEqual([field]);
  });

  it('reports built-in services that the site does not use', () => {
    expect(findConfigProblems(config, ['platform', 'youtube'])).toEqual({
      'config.services.1.name': 'This site does not use paddle. Remove it. It is added again when paddle is set up.',
      'config.services.2.name': 'This site does not use matomo. Remove it. It is added again when matomo is set up.',
    });
  });

  it('reports too many services if built-in ones could not be added', () => {
    const more = Array.from({ length: 37 }, (_, i) => ({ name: `more${i}`, purposes: ['marketing'] }));
    const given = { ...config, services: [platform, youtube, ...more].filter((one) => one !== undefined) };
    expect(findConfigProblems(given, ['platform', 'youtube'])).toEqual({
      'config.services': 'Use at most 38 services. The rest is reserved for built-in services.',
    });
    expect(findConfigProblems({ ...given, services: given.services.slice(0, 38) }, ['platform', 'youtube'])).toEqual(
      {},
    );
  });

  it.each(['__proto__', 'constructor', 'prototype', 'acceptAll', 'a b', ''])(
    'has a schema that rejects a service with the name %j',
    (name) => {
      const given = { ...config, services: [{ ...own, name }] };
      expect(ConsentConfig.safeParse(given).success).toBe(false);
    },
  );
});

describe('valid configurations', () => {
  it.each<[string, Partial<ConsentConfig>]>([
    [
      'a purpose with a title in English',
      { ...services(...config.services, own), translations: { en: { purposes: { community: 'Community' } } } },
    ],
    [
      'a purpose with a title for every language',
      {
        ...services(...config.services, own),
        translations: { zz: { purposes: { community: { title: 'Community' } } } },
      },
    ],
    ['a language with its own translations', { lang: 'eo', translations: { eo: { acceptAll: 'Akcepti' } } }],
    ['a dialog with mustConsent', { mustConsent: true, hideDeclineAll: true }],
    ['the required services in any form', services({ ...platform, required: false }, paddle, matomo, youtube)],
  ])('can have %s', (_, changes) => {
    expect(problemsOf(changes)).toEqual({});
  });
});
