import { afterEach, describe, expect, it, vi } from 'vitest';
import { words as english } from './languages/en.ts';
import { createTouchGuard, doubleFireMs } from './touch-guard.ts';
import { createTranslator, descriptionOf, listed, purposesOf, purposeTitle, titleOf } from './translate.ts';

const t = (translations = {}, language = 'en', fallbackLang?: string) =>
  createTranslator({
    config: { translations, ...(fallbackLang ? { fallbackLang } : {}) },
    language,
    words: language === 'en' ? english : undefined,
  });

describe('a text', () => {
  it('is the configuration’s before it is ours', () => {
    expect(t({ en: { save: 'Keep it' } })('save')).toBe('Keep it');
    expect(t({ de: { save: 'Behalten' } })('save')).toBe(english.save);
  });

  it('that is missing leaves a marker in brackets', () => {
    expect(t({}, 'tlh')('consentNotice', 'title')).toBe('[missing translation: tlh/consentNotice/title]');
    expect(t()('consentNotice', 'nothing')).toBe('[missing translation: en/consentNotice/nothing]');
    expect(t({ en: { save: '' } }, 'tlh').find('save')).toBeUndefined();
  });

  it('is looked for in the fallback language, zz unless another is named', () => {
    expect(t({ zz: { save: 'S' } }, 'tlh')('save')).toBe('S');
    expect(t({ zz: { save: 'S' }, fr: { save: 'F' } }, 'tlh', 'fr')('save')).toBe('F');
  });

  it('never comes out of an object’s own machinery', () => {
    expect(t().find('constructor')).toBeUndefined();
    expect(t().find('purposes', 'toString')).toBeUndefined();
    expect(t().find('save', 'length')).toBeUndefined();
  });
});

describe('a service', () => {
  const service = { name: 'chat-box', purposes: ['marketing'] };
  it('has its own title, one of its translations, one of the configuration, or its name made readable', () => {
    expect(titleOf({ ...service, title: 'Chat', translations: { en: { title: 'No' } } }, t())).toBe('Chat');
    expect(titleOf({ ...service, translations: { zz: { title: 'Z' }, en: { title: 'E' } } }, t())).toBe('E');
    expect(titleOf({ ...service, translations: { zz: { title: 'Z' } } }, t())).toBe('Z');
    expect(titleOf(service, t({ en: { 'chat-box': { title: 'Talk' } } }))).toBe('Talk');
    expect(titleOf(service, t())).toBe('Chat Box');
    expect(descriptionOf(service, t())).toBeUndefined();
  });
});

it('purposes come in the order of the configuration, each once', () => {
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

describe('the language', () => {
  afterEach(() => vi.unstubAllGlobals());
  const speak = async (config: object, { said, page }: { said?: string; page?: string } = {}) => {
    vi.stubGlobal('language', said);
    vi.stubGlobal('document', { documentElement: { lang: page ?? '' } });
    const { languageOf } = await import('./language.ts');
    return languageOf(config);
  };
  it('is the configuration’s, else the window’s, else the page’s, else English, without its region', async () => {
    expect(await speak({ lang: 'fr' }, { said: 'de', page: 'es' })).toBe('fr');
    expect(await speak({ lang: 'zz' }, { said: 'de-AT', page: 'es' })).toBe('de');
    expect(await speak({}, { page: 'pt-BR' })).toBe('pt');
    expect(await speak({ languages: ['it'] })).toBe('it');
    expect(await speak({})).toBe('en');
    expect(await speak({}, { page: 'sr_cyrl' })).toBe('sr_cyrl');
  });

  it('is English where nobody has words for the page’s, and that one where the configuration brings them', async () => {
    expect(await speak({}, { page: 'tlh' })).toBe('en');
    expect(await speak({ translations: { tlh: {} } }, { page: 'tlh' })).toBe('tlh');
  });
});

describe('a press', () => {
  it('of a finger counts once in 350 ms, and a mouse and the keyboard always', () => {
    const counts = createTouchGuard();
    const touch = (timeStamp: number) => counts({ pointerType: 'touch', timeStamp });
    expect([touch(1_000), touch(1_000 + doubleFireMs - 1), touch(1_000 + doubleFireMs)]).toEqual([true, false, true]);
    expect([counts({ pointerType: 'mouse', timeStamp: 1_400 }), counts({ timeStamp: 1_400 })]).toEqual([true, true]);
  });
});
