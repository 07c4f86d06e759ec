import { afterEach, describe, expect, it, vi } from 'vitest';
import { languageOf } from './language.ts';
import { texts as english } from './languages/en.ts';
import { createTouchGuard, doubleFireMs } from './touch-guard.ts';
import { createTranslator, descriptionOf, listed, purposesOf, purposeTitle, titleOf } from './translate.ts';

const t = (translations = {}, language = 'en', fallbackLang?: string) =>
  createTranslator({
    config: { translations, ...(fallbackLang ? { fallbackLang } : {}) },
    language,
    texts: language === 'en' ? english : undefined,
  });

describe('translator', () => {
  it('prefers texts of the configuration to the built-in ones', () => {
    expect(t({ en: { save: 'Keep it' } })('save')).toBe('Keep it');
    expect(t({ de: { save: 'Behalten' } })('save')).toBe(english.save);
  });

  it('marks a missing text in brackets', () => {
    expect(t({}, 'tlh')('consentNotice', 'title')).toBe('[missing translation: tlh/consentNotice/title]');
    expect(t()('consentNotice', 'nothing')).toBe('[missing translation: en/consentNotice/nothing]');
    expect(t({ en: { save: '' } }, 'tlh').find('save')).toBeUndefined();
  });

  it('uses the fallback language, zz by default', () => {
    expect(t({ zz: { save: 'S' } }, 'tlh')('save')).toBe('S');
    expect(t({ zz: { save: 'S' }, fr: { save: 'F' } }, 'tlh', 'fr')('save')).toBe('F');
  });

  it('never returns inherited object properties', () => {
    expect(t().find('constructor')).toBeUndefined();
    expect(t().find('purposes', 'toString')).toBeUndefined();
    expect(t().find('save', 'length')).toBeUndefined();
  });
});

describe('service', () => {
  const service = { name: 'chat-box', purposes: ['marketing'] };
  it('has its own title, a translation, a title from the configuration, or its formatted name', () => {
    expect(titleOf({ ...service, title: 'Chat', translations: { en: { title: 'No' } } }, t())).toBe('Chat');
    expect(titleOf({ ...service, translations: { zz: { title: 'Z' }, en: { title: 'E' } } }, t())).toBe('E');
    expect(titleOf({ ...service, translations: { zz: { title: 'Z' } } }, t())).toBe('Z');
    expect(titleOf(service, t({ en: { 'chat-box': { title: 'Talk' } } }))).toBe('Talk');
    expect(titleOf(service, t())).toBe('Chat Box');
    expect(descriptionOf(service, t())).toBeUndefined();
  });
});

it('lists each purpose once, in the order of the configuration', () => {
  const services = [
    { name: 'a', purposes: ['marketing', 'functional'] },
    { name: 'b', purposes: ['performance', 'marketing'] },
  ];
  expect(purposesOf({ services, purposeOrder: ['functional', 'performance', 'marketing'] })).toEqual([
    'functional',
    'performance',
    'marketing',
  ]);
  expect(purposeTitle('social-media', t())).toBe('Social Media');
  expect([listed([]), listed(['A']), listed(['A', 'B']), listed(['A', 'B', 'C'])]).toEqual([
    '',
    'A',
    'A & B',
    'A, B & C',
  ]);
});

describe('language', () => {
  afterEach(() => vi.unstubAllGlobals());
  const loadTranslation = async (
    config: object,
    { window: windowLanguage, page }: { window?: string; page?: string } = {},
  ) => {
    vi.stubGlobal('language', windowLanguage);
    vi.stubGlobal('document', { documentElement: { lang: page ?? '' } });
    return languageOf(config);
  };
  it('comes from the configuration, the window, the page or English, without the region', async () => {
    expect(await loadTranslation({ lang: 'fr' }, { window: 'de', page: 'es' })).toBe('fr');
    expect(await loadTranslation({ lang: 'zz' }, { window: 'de-AT', page: 'es' })).toBe('de');
    expect(await loadTranslation({}, { page: 'pt-BR' })).toBe('pt');
    expect(await loadTranslation({ languages: ['it'] })).toBe('it');
    expect(await loadTranslation({})).toBe('en');
    expect(await loadTranslation({}, { page: 'sr_cyrl' })).toBe('sr_cyrl');
  });

  it('is English if there are no texts for the page’s language', async () => {
    expect(await loadTranslation({}, { page: 'tlh' })).toBe('en');
    expect(await loadTranslation({ translations: { tlh: {} } }, { page: 'tlh' })).toBe('tlh');
  });
});

describe('touch guard', () => {
  it('accepts one touch per 350 ms, and every mouse or keyboard press', () => {
    const counts = createTouchGuard();
    const touch = (timeStamp: number) => counts({ pointerType: 'touch', timeStamp });
    expect([touch(1_000), touch(1_000 + doubleFireMs - 1), touch(1_000 + doubleFireMs)]).toEqual([true, false, true]);
    expect([counts({ pointerType: 'mouse', timeStamp: 1_400 }), counts({ timeStamp: 1_400 })]).toEqual([true, true]);
  });
});
