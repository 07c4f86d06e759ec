import type { ConsentConfig, ConsentService } from '@hexpedition/contract';
import { consentLanguages } from '@hexpedition/contract/privacy-vocabulary';
import { texts } from '#lib/consent/languages/en.ts';

/** A part of a configuration by its path: `services.2.title`. */
export type Path = string;

type SwitchesOf<T> = { [K in keyof T]-?: boolean extends NonNullable<T[K]> ? K : never }[keyof T];
type Named<Names extends PropertyKey> = Record<Names, { label: string; hint: string }>;

/** What a switch is called, and what visitors notice of it. */
export const switches: Named<SwitchesOf<ConsentConfig>> = {
  acceptAll: {
    label: 'Offer to accept everything',
    hint: 'The dialog has a button that switches all services on. Without it visitors switch on what they want.',
  },
  hideDeclineAll: {
    label: 'Hide the button that declines',
    hint: 'Notice and dialog have no button that switches all services off. Visitors have to save a choice of none.',
  },
  hideLearnMore: {
    label: 'Hide the way from the notice to the dialog',
    hint: 'The notice offers yes and no alone. Who wants to choose finds the dialog at the foot of the page.',
  },
  hideToggleAll: {
    label: 'Hide the switch for all services',
    hint: 'The dialog has a switch for each service, and none for all of them at once.',
  },
  groupByPurpose: {
    label: 'Group services by purpose',
    hint: 'The dialog lists purposes, each with one switch, and the services below them. Without it, it lists services.',
  },
  mustConsent: {
    label: 'Insist on a decision',
    hint: 'The dialog opens by itself, and nobody can close it or read on before they have decided.',
  },
  noticeAsModal: {
    label: 'Show the notice over the page',
    hint: 'The notice stands in the middle, and the page waits behind it. Without it, people read on beside the notice.',
  },
  noNotice: {
    label: 'Show no notice',
    hint: 'Nobody is asked by itself. Services wait until a visitor opens the dialog at the foot of the page.',
  },
  embedded: {
    label: 'Stand in the legal page',
    hint: 'The manager is a part of /legal and lies over no page. Nobody is asked anywhere else.',
  },
  default: {
    label: 'Switch services on beforehand',
    hint: 'Services that do not say otherwise are switched on when the dialog opens first. They still wait for a decision.',
  },
};

export const serviceSwitches: Named<SwitchesOf<ConsentService>> = {
  required: {
    label: 'Required',
    hint: 'Nobody can decline it: it is always on. For what the site does not work without.',
  },
  optOut: { label: 'On until somebody declines', hint: 'It loads before a visitor has decided anything.' },
  default: { label: 'Switched on beforehand', hint: 'Its switch is on when the dialog opens first.' },
  contextualConsentOnly: {
    label: 'Asks in its own place',
    hint: 'Accepting or declining everything leaves it alone: it asks where it stands in a page.',
  },
};

export const colours: Named<Exclude<keyof NonNullable<ConsentConfig['styling']>, 'theme'>> = {
  dark1: { label: 'Ground', hint: 'Behind the words of notice and dialog.' },
  dark2: { label: 'Lines', hint: 'Between parts, and around switches that are off.' },
  light1: { label: 'ConsentTexts', hint: 'Titles and texts.' },
  light2: { label: 'Quiet words', hint: 'Descriptions and small facts.' },
  green1: { label: 'Main button', hint: 'What accepts, and switches that are on.' },
  'button-text-color': { label: 'ConsentTexts on the main button', hint: 'They stand on its colour.' },
};

type Theme = Extract<NonNullable<ConsentConfig['styling']>['theme'], string>;
export const themes: Record<Theme, string> = {
  light: 'Light, whatever the visitor has chosen',
  dark: 'Dark, whatever the visitor has chosen',
  top: 'The notice stands at the top',
  bottom: 'The notice stands at the bottom',
  left: 'The notice stands at the left',
  right: 'The notice stands at the right',
  wide: 'The notice is as wide as the window',
};

const fields: Record<string, string> = {
  ...Object.fromEntries(Object.entries(switches).map(([name, { label }]) => [name, label])),
  services: 'Services',
  purposeOrder: 'Order of purposes',
  privacyPolicy: 'Privacy policy',
  storageName: 'Name of the cookie',
  styling: 'Look',
  lang: 'Language for everybody',
  fallbackLang: 'Language in place of a missing one',
  languages: 'Languages',
  translations: 'ConsentTexts',
};

const serviceFields: Record<string, string> = {
  ...Object.fromEntries(Object.entries(serviceSwitches).map(([name, { label }]) => [name, label])),
  name: 'name',
  title: 'title',
  description: 'description',
  purposes: 'purposes',
  translations: 'translations',
  cookies: 'cookies',
};

export const serviceFieldName = (field: string): string => (serviceFields[field] ?? field).toLowerCase();

/** What the field at a path is called, for whoever looks for it. */
export function fieldName(path: Path, config: ConsentConfig): string {
  const [first = '', second = '', third, ...rest] = path.split('.');
  if (first === 'services' && third !== undefined) {
    const service = config.services[Number(second)];
    const title = (service && titleOf(service)) || `Service ${Number(second) + 1}`;
    return [title, serviceFieldName(third), ...placeOf(third, rest)].join(', ');
  }
  if (first === 'styling' && second in colours) return `Look, ${colours[second as keyof typeof colours].label}`;
  if (first === 'translations' && second)
    return ['ConsentTexts', languageName(second), third, ...rest].filter(Boolean).join(', ');
  return [fields[first] ?? first, second, third].filter(Boolean).join(', ');
}

const placeOf = (field: string, [place, ...rest]: string[]) => {
  if (place === undefined) return [];
  return field === 'translations' ? [languageName(place), ...rest] : [String(Number(place) + 1)];
};

/** What superusers call a service: its title, ours, or its name. */
export function titleOf({ name, title, translations }: ConsentService): string {
  const own = (texts as unknown as Record<string, { title?: string } | undefined>)[name];
  return title ?? translations?.en?.title ?? translations?.zz?.title ?? own?.title ?? name;
}

// biome-ignore lint/style/noRestrictedGlobals: names of languages, which no other page writes
let languageNames: Intl.DisplayNames | undefined;

/** `German`; of `zz`, which stands for all of them, `every language`. */
export function languageName(code: string): string {
  if (code === 'zz') return 'every language';
  if (code === 'default') return 'every other language';
  // biome-ignore lint/style/noRestrictedGlobals: made once, when the first one is named
  languageNames ??= new Intl.DisplayNames(['en'], { type: 'language' });
  try {
    return languageNames.of(code.replace('_', '-')) ?? code;
  } catch {
    return code;
  }
}

/** The languages that can be chosen: ours, every one at once, and those that a configuration has besides. */
export const languageCodes = (others: readonly string[] = []): string[] => [
  ...new Set([...consentLanguages, ...others, 'zz']),
];
