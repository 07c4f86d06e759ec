import type { ConsentConfig, ConsentService } from '@hexpedition/contract';
import { describe, expect, it } from 'vitest';
import { decidableServices, defaultConfig, featuresOf, fitConfig, normaliseConfig, titleOf } from './consent-config.ts';

const own = { name: 'forum', purposes: ['community'], translations: { en: { title: 'Forum' } } };
const withServices = (...services: ConsentService[]): ConsentConfig => ({ ...defaultConfig([]), services });
const namesOf = ({ services }: ConsentConfig) => services.map(({ name }) => name);

describe('fitConfig', () => {
  const config = { ...defaultConfig(['platform', 'paddle', 'youtube']), lang: 'de' };

  it('returns a configuration that fits unchanged', () => {
    expect(fitConfig(config, ['platform', 'paddle', 'youtube'])).toBe(config);
  });

  it('adds missing services, removes unused ones, and keeps the rest', () => {
    const changed = { ...config, services: [own, ...config.services] };
    const fit = fitConfig(changed, ['platform', 'matomo', 'youtube']);
    expect(namesOf(fit)).toEqual(['forum', 'platform', 'youtube', 'matomo']);
    expect(fit.services.at(-1)?.cookies).toEqual(['^_pk_', '^_mtm_', '^MATOMO']);
    expect({ ...fit, services: [] }).toEqual({ ...config, services: [] });
    expect(fitConfig(fit, ['platform', 'matomo', 'youtube'])).toBe(fit);
  });
});

describe('normaliseConfig', () => {
  it('sets required on services that cannot be declined, and removes it from all others', () => {
    const given = withServices(
      { name: 'a', purposes: ['functional'] },
      { name: 'b', purposes: ['marketing', 'functional'], required: false },
      { name: 'c', purposes: ['marketing'], required: true },
      { name: 'd', purposes: ['marketing'], required: false },
    );
    const stored = JSON.parse(JSON.stringify(normaliseConfig(given))) as ConsentConfig;
    expect(stored.services.map(({ required }) => required)).toEqual([true, true, true, undefined]);
  });
});

describe('featuresOf', () => {
  it('returns only the rules of the services', () => {
    const services = [
      { name: 'a', purposes: ['x'], required: true, description: 'Long' },
      { name: 'b', purposes: ['x'], optOut: true, default: true, contextualConsentOnly: true },
    ];
    expect(featuresOf('c1', withServices(...services))).toEqual({
      config: 'c1',
      storage: 'klaro',
      notice: false,
      services: [
        { name: 'a', required: true },
        { name: 'b', optOut: true, default: true },
      ],
    });
    const all = featuresOf('c1', { ...withServices(...services), default: true });
    expect(all.services.map((service) => service.default)).toEqual([true, true]);
  });

  it.each<[boolean, Partial<ConsentConfig>, Partial<ConsentService>]>([
    [true, {}, {}],
    [false, { noNotice: true }, {}],
    [true, { noNotice: true, mustConsent: true }, {}],
    [false, { embedded: true, mustConsent: true }, {}],
    [false, { embedded: true }, {}],
    [false, {}, { required: true }],
    [false, {}, { contextualConsentOnly: true }],
  ])('returns notice %s for %j and a service with %j', (notice, config, service) => {
    const services = [{ name: 'b', purposes: ['x'], ...service }];
    expect(featuresOf('c1', { ...withServices(...services), ...config }).notice).toBe(notice);
  });
});

it('skips services with contextual consent only when a visitor accepts or declines all', () => {
  const config = withServices(
    { name: 'a', purposes: ['x'], required: true },
    { name: 'b', purposes: ['x'], contextualConsentOnly: true },
    { name: 'c', purposes: ['x'] },
  );
  expect(decidableServices(config, 'accept')).toEqual(['c']);
  expect(decidableServices(config, 'decline')).toEqual(['c']);
  expect(decidableServices(config, 'save')).toEqual(['b', 'c']);
  expect(decidableServices(config, 'contextual-accept')).toEqual(['b', 'c']);
});

it('takes the title of a service from the configuration, else from our texts, else from its name', () => {
  const config = withServices(own, { name: 'chat', purposes: ['x'] }, { name: 'youtube', purposes: ['x'] });
  expect(['forum', 'chat', 'youtube', 'gone'].map((name) => titleOf(name, config))).toEqual([
    'Forum',
    'chat',
    'YouTube',
    'gone',
  ]);
  const named = { ...config, translations: { zz: { youtube: 'Films', chat: { title: 'Talk' } } } };
  expect([titleOf('youtube', named), titleOf('chat', named)]).toEqual(['Films', 'Talk']);
});
