import type { ConsentConfig, ConsentService } from '@hexpedition/contract';
import type { Words } from './words.ts';

/** A tree of texts; what a configuration brings may lack any part of it. */
interface Texts {
  readonly [key: string]: string | Texts | undefined;
}

export interface Translator {
  language: string;
  /** A text, or `[missing translation: …]` in its place. Placeholders stay as they are. */
  (...path: string[]): string;
  /** A text, or nothing. */
  find(...path: string[]): string | undefined;
}

interface Spoken {
  config: Pick<ConsentConfig, 'translations' | 'fallbackLang'>;
  language: string;
  /** Ours in that language, if we speak it. */
  words: Words | undefined;
}

/**
 * Looks texts up: the configuration's words of the language win over ours; what neither has is looked for in the
 * configuration's fallback language, which is `zz` unless it names another.
 */
export function createTranslator({ config, language, words }: Spoken): Translator {
  const { translations = {}, fallbackLang = 'zz' } = config;
  const sources = [translations[language], words as Texts | undefined, translations[fallbackLang]];
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
  let here: string | Texts | undefined = texts;
  for (const key of path) {
    if (typeof here !== 'object' || !Object.hasOwn(here, key)) return undefined;
    here = here[key];
  }
  // An empty text counts as none.
  return typeof here === 'string' && here !== '' ? here : undefined;
}

/** The name of a service: its own, that of its translations, ours, or its key made readable. */
export function titleOf(service: ConsentService, t: Translator): string {
  return service.title ?? ownText(service, t.language, 'title') ?? named(t, service.name) ?? readable(service.name);
}

/** What a service does, if anybody says so. */
export function descriptionOf(service: ConsentService, t: Translator): string | undefined {
  const { name, description } = service;
  return description ?? ownText(service, t.language, 'description') ?? t.find(name, 'description') ?? t.find(name);
}

const ownText = ({ translations = {} }: ConsentService, language: string, part: 'title' | 'description') =>
  translations[language]?.[part] ?? translations.zz?.[part];

/** The name of a purpose. */
export const purposeTitle = (purpose: string, t: Translator): string =>
  t.find('purposes', purpose, 'title') ?? t.find('purposes', purpose) ?? readable(purpose);

export const purposeDescription = (purpose: string, t: Translator): string | undefined =>
  t.find('purposes', purpose, 'description');

/** A configuration may give a name alone in place of title and description. */
const named = (t: Translator, name: string) => t.find(name, 'title') ?? t.find(name);

/** `social-media` → `Social Media` */
const readable = (key: string) =>
  key
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');

/** All purposes of some services, in the order of the configuration; those that it does not name come first. */
export function purposesOf({
  services,
  purposeOrder = [],
}: Pick<ConsentConfig, 'services' | 'purposeOrder'>): string[] {
  const all = [...new Set(services.flatMap(({ purposes }) => purposes))];
  return all.sort((a, b) => purposeOrder.indexOf(a) - purposeOrder.indexOf(b));
}

/** `A`, `A & B`, `A, B & C` */
export const listed = (names: readonly string[]): string =>
  [...names.slice(0, -2), names.slice(-2).join(' & ')].join(', ');
