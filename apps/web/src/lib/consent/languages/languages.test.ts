import { consentLanguages } from '@hexpedition/contract/privacy-vocabulary';
import { describe, expect, it } from 'vitest';
import type { ConsentTexts } from '../texts.ts';
import { texts as english } from './en.ts';

const files = import.meta.glob<{ texts: ConsentTexts }>(['./*.ts', '!./*.test.ts'], { eager: true });
const codeOf = (path: string) => path.replace(/^\.\/(.+)\.ts$/, '$1');

/** Proper names, which are the same in every language. */
const names = ['paddle.title', 'matomo.title', 'youtube.title'];

/** Keys whose text may be the same as in English, with the languages. */
const sameTexts: Readonly<Record<string, readonly string[]>> = {
  'purposes.marketing.title': ['cs', 'de', 'es', 'fr', 'hr', 'hu', 'it', 'nl', 'pl', 'pt', 'ro', 'sr'],
  'purposeItem.service': ['fr'],
  'purposeItem.services': ['fr'],
};

const buttons = ['acceptAll', 'acceptSelected', 'save', 'decline', 'ok', 'consentNotice.learnMore'].concat(
  ['acceptOnce', 'acceptAlways', 'modalLinkText', 'askAgain'].map((key) => `contextualConsent.${key}`),
);

/** Flattens texts to path and value: `['youtube.title', 'YouTube']`. */
const flat = (texts: object, path = ''): [string, unknown][] =>
  Object.entries(texts).flatMap(([key, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null ? flat(text, `${path}${key}.`) : [[`${path}${key}`, text]],
  );
const placeholders = (text: unknown) => (String(text).match(/\{[^}]*\}?/g) ?? []).sort();
const reference = flat(english);
const languages = Object.entries(files).map(([path, { texts }]) => ({ code: codeOf(path), texts: flat(texts) }));

it('has a file for each supported language and no others', () => {
  expect(Object.keys(files).map(codeOf).sort()).toEqual([...consentLanguages].sort());
});

describe.each(languages)('$code', ({ texts }) => {
  /** Returns the texts that violate a rule. */
  const violations = (isWrong: (text: string, key: string) => boolean) =>
    texts.filter(([key, text]) => isWrong(String(text), key));

  it('has exactly the keys of English', () => {
    expect(texts.map(([key]) => key).sort()).toEqual(reference.map(([key]) => key).sort());
    expect(texts.filter(([, text]) => typeof text !== 'string' || text.trim() === '')).toEqual([]);
  });

  it('has the placeholders of English', () => {
    const found = Object.fromEntries(texts.map(([key, text]) => [key, placeholders(text)]));
    expect(found).toEqual(Object.fromEntries(reference.map(([key, text]) => [key, placeholders(text)])));
  });

  it('uses typographic quotes and no stray spaces', () => {
    expect(violations((text) => /['"`]|\.\.\./.test(text))).toEqual([]);
    expect(violations((text) => text !== text.trim() || /\s{2}/.test(text))).toEqual([]);
  });

  it('has labels that fit on a button', () => {
    expect(violations((text, key) => buttons.includes(key) && text.length > 34)).toEqual([]);
  });
});

it.each(languages.filter(({ code }) => code !== 'en'))('$code has no untranslated texts', ({ code, texts }) => {
  const inEnglish = new Map(reference);
  const same = texts.filter(([key, text]) => text === inEnglish.get(key)).map(([key]) => key);
  expect(same.filter((key) => !names.includes(key) && !sameTexts[key]?.includes(code))).toEqual([]);
});

it('French has no-break spaces before double punctuation', () => {
  const texts = flat(files['./fr.ts']?.texts ?? {}).map(([, text]) => String(text));
  expect(texts.filter((text) => /[^\u00a0][:;!?»]|«[^\u00a0]/.test(text))).toEqual([]);
});
