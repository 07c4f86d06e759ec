import type { ConsentConfig } from '@hexpedition/contract';
import { type ConsentLanguage, consentLanguages } from '@hexpedition/contract/privacy-vocabulary';
import { texts as english } from './languages/en.ts';
import type { ConsentTexts } from './texts.ts';

type LanguageConfig = Pick<ConsentConfig, 'lang' | 'languages' | 'translations'>;

/**
 * Returns the manager's language: from the configuration, `window.language`, the page, the configuration's first
 * language, or English. Regional codes are reduced to the base: `de-AT` becomes `de`.
 */
export function languageOf({ lang, languages = [], translations = {} }: LanguageConfig): string {
  if (lang !== undefined && lang !== 'zz') return lang;
  const windowLanguage: unknown = Reflect.get(globalThis, 'language');
  const code =
    (typeof windowLanguage === 'string' && windowLanguage) || document.documentElement.lang || languages[0] || 'en';
  const base = code.toLowerCase().replace(/^(\w+)-\w+$/, '$1');
  // Without texts for the page's language, every text would be a "missing translation" marker.
  return isSupported(base) || Object.hasOwn(translations, base) ? base : 'en';
}

const isSupported = (code: string): code is ConsentLanguage => (consentLanguages as readonly string[]).includes(code);

const others = import.meta.glob<{ texts: ConsentTexts }>(['./languages/*.ts', '!./languages/en.ts', '!**/*.test.ts']);

/** Loads the built-in texts of a language; undefined if there are none or they failed to load. */
export async function loadTexts(code: string): Promise<ConsentTexts | undefined> {
  if (code === 'en') return english;
  const file = await others[`./languages/${code}.ts`]?.();
  return file?.texts;
}
