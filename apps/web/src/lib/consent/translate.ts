import type { ConsentConfig, ConsentService } from '@hexpedition/contract';
import type { ConsentTexts } from './texts.ts';

/** Tree of texts. A configuration may provide any part of it. */
interface Texts {
  readonly [key: string]: string | Texts | undefined;
}

export interface Translator {
  language: string;
  /** Returns a text, or `[missing translation: …]`. Placeholders are not filled. */
  (...path: string[]): string;
  /** Returns a text or undefined. */
  find(...path: string[]): string | undefined;
}

interface TranslatorInput {
  config: Pick<ConsentConfig, 'translations' | 'fallbackLang'>;
  language: string;
  /** Built-in texts of that language, if any. */
  texts: ConsentTexts | undefined;
}

/**
 * Creates a lookup for texts. Order: the configuration's texts of the language, the built-in texts, the configuration's
 * fallback language (`zz` by default).
 */
export function createTranslator({ config, language, texts }: TranslatorInput): Translator {
  const { translations = {}, fallbackLang = 'zz' } = config;
  const sources = [translations[language], texts as Texts | undefined, translations[fallbackLang]];
  const find = (...path: string[]) => {
    for (const source of sources) {
      const text = lookUp(source, path);
      if (text !== undefined) return text;
    }
    return undefined;
  };
  const translate = (...path: string[]) => find(...path) ?? `[missing translation: ${language}/${path.join('/')}]`;
  return Object.assign(translate, { language, find });
}

function lookUp(texts: Texts | undefined, path: readonly string[]): string | undefined {
  let node: string | Texts | undefined = texts;
  for (const key of path) {
    if (typeof node !== 'object' || !Object.hasOwn(node, key)) return undefined;
    node = node[key];
  }
  // An empty text counts as missing.
  return typeof node === 'string' && node !== '' ? node : undefined;
}

/** Title of a service: its own, its translation, the general texts, or its formatted name. */
export function titleOf(service: ConsentService, t: Translator): string {
  return service.title ?? ownText(service, t.language, 'title') ?? named(t, service.name) ?? readable(service.name);
}

/** Description of a service, if there is one. */
export function descriptionOf(service: ConsentService, t: Translator): string | undefined {
  const { name, description } = service;
  return description ?? ownText(service, t.language, 'description') ?? t.find(name, 'description') ?? t.find(name);
}

const ownText = ({ translations = {} }: ConsentService, language: string, part: 'title' | 'description') =>
  translations[language]?.[part] ?? translations.zz?.[part];

/** Title of a purpose. */
export const purposeTitle = (purpose: string, t: Translator): string =>
  t.find('purposes', purpose, 'title') ?? t.find('purposes', purpose) ?? readable(purpose);

export const purposeDescription = (purpose: string, t: Translator): string | undefined =>
  t.find('purposes', purpose, 'description');

/** A configuration may give a plain title in place of an object with title and description. */
const named = (t: Translator, name: string) => t.find(name, 'title') ?? t.find(name);

/** Formats `social-media` as `Social Media`. */
const readable = (key: string) =>
  key
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');

/** Returns the distinct purposes of the services in the configured order; purposes without an order come first. */
export function purposesOf({
  services,
  purposeOrder = [],
}: Pick<ConsentConfig, 'services' | 'purposeOrder'>): string[] {
  const all = [...new Set(services.flatMap(({ purposes }) => purposes))];
  return all.sort((a, b) => purposeOrder.indexOf(a) - purposeOrder.indexOf(b));
}

/** Joins names: `A`, `A & B`, `A, B & C`. */
export const listed = (names: readonly string[]): string =>
  [...names.slice(0, -2), names.slice(-2).join(' & ')].join(', ');
