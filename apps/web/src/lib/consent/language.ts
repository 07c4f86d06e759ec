import type { ConsentConfig } from '@hexpedition/contract';
import { type ConsentLanguage, consentLanguages } from '@hexpedition/contract/privacy-vocabulary';
import { words as english } from './languages/en.ts';
import type { Words } from './words.ts';

type Speaking = Pick<ConsentConfig, 'lang' | 'languages' | 'translations'>;

/**
 * The language that the manager speaks: that of the configuration, else of `window.language`, else of the page, else the
 * configuration's first, else English. A regional code is cut to its base: `de-AT` is `de`.
 */
export function languageOf({ lang, languages = [], translations = {} }: Speaking): string {
  if (lang !== undefined && lang !== 'zz') return lang;
  const said: unknown = Reflect.get(globalThis, 'language');
  const code = (typeof said === 'string' && said) || document.documentElement.lang || languages[0] || 'en';
  const base = code.toLowerCase().replace(/^(\w+)-\w+$/, '$1');
  // A page may name a language that nobody has words for: then every text would be a marker.
  return isSpoken(base) || Object.hasOwn(translations, base) ? base : 'en';
}

const isSpoken = (code: string): code is ConsentLanguage => (consentLanguages as readonly string[]).includes(code);

const others = import.meta.glob<{ words: Words }>(['./languages/*.ts', '!./languages/en.ts', '!**/*.test.ts']);

/** Our words in a language; none where we do not speak it, or they could not be loaded. */
export async function loadWords(code: string): Promise<Words | undefined> {
  if (code === 'en') return english;
  const file = await others[`./languages/${code}.ts`]?.();
  return file?.words;
}
