import type { ConsentConfig, ConsentService } from '@hexpedition/contract';
import { consentLanguages } from '@hexpedition/contract/privacy-vocabulary';
import { texts } from '#lib/consent/languages/en.ts';
import { onTabReset } from '#lib/tab-state.ts';

/** Path of a field in a configuration, such as `services.2.title`. */
export type Path = string;

type SwitchesOf<T> = { [K in keyof T]-?: boolean extends NonNullable<T[K]> ? K : never }[keyof T];
type SwitchTexts<Names extends PropertyKey> = Record<Names, { label: string; hint: string }>;

/** Labels of the switches, with their effect on visitors. */
export const switches: SwitchTexts<SwitchesOf<ConsentConfig>> = {
  acceptAll: {
    label: 'Show “Accept all”',
    hint: 'The dialog gets a button that accepts all services. Without it, visitors accept each service.',
  },
  hideDeclineAll: {
    label: 'Hide “Decline all”',
    hint: 'Removes the button that declines all services. Visitors have to save with all switches off instead.',
  },
  hideLearnMore: {
    label: 'Hide the link from the notice to the dialog',
    hint: 'The notice only accepts or declines. To choose services, visitors open the dialog from the footer.',
  },
  hideToggleAll: {
    label: 'Hide the switch for all services',
    hint: 'The dialog has one switch per service, but none for all services.',
  },
  groupByPurpose: {
    label: 'Group services by purpose',
    hint: 'The dialog lists purposes with one switch each, and their services below. When off, it lists services.',
  },
  mustConsent: {
    label: 'Require a decision',
    hint: 'The dialog opens automatically. Visitors cannot close it or use the page until they decide.',
  },
  noticeAsModal: {
    label: 'Show the notice as a modal',
    hint: 'The notice appears in the middle and blocks the page. When off, visitors can use the page next to it.',
  },
  noNotice: {
    label: 'Hide the notice',
    hint: 'Visitors are not asked automatically. Services stay off until a visitor opens the dialog from the footer.',
  },
  embedded: {
    label: 'Embed in the legal page',
    hint: 'The dialog is part of /legal and never covers a page. Visitors are not asked anywhere else.',
  },
  default: {
    label: 'Preselect services',
    hint: 'Services without their own setting are on when the dialog first opens. They still wait for a decision.',
  },
};

export const serviceSwitches: SwitchTexts<SwitchesOf<ConsentService>> = {
  required: {
    label: 'Required',
    hint: 'Always on. Visitors cannot decline it. Use it only if the site cannot work without the service.',
  },
  optOut: { label: 'On until declined', hint: 'The service loads before a visitor has decided.' },
  default: { label: 'Preselected', hint: 'Its switch is on when the dialog first opens.' },
  contextualConsentOnly: {
    label: 'Ask in place',
    hint: '“Accept all” and “Decline all” do not affect it. It asks for consent where it is embedded in a page.',
  },
};

export const colours: SwitchTexts<Exclude<keyof NonNullable<ConsentConfig['styling']>, 'theme'>> = {
  dark1: { label: 'Background', hint: 'Background of the notice and the dialog.' },
  dark2: { label: 'Lines', hint: 'Separators, and outlines of switches that are off.' },
  light1: { label: 'Text', hint: 'Titles and texts.' },
  light2: { label: 'Secondary text', hint: 'Descriptions and details.' },
  green1: { label: 'Primary button', hint: 'The button that accepts, and switches that are on.' },
  'button-text-color': { label: 'Text on the primary button', hint: 'Has to be readable on the button’s colour.' },
};

type Theme = Extract<NonNullable<ConsentConfig['styling']>['theme'], string>;
export const themes: Record<Theme, string> = {
  light: 'Always light',
  dark: 'Always dark',
  top: 'Notice at the top',
  bottom: 'Notice at the bottom',
  left: 'Notice on the left',
  right: 'Notice on the right',
  wide: 'Notice in full width',
};

const fields: Record<string, string> = {
  ...Object.fromEntries(Object.entries(switches).map(([name, { label }]) => [name, label])),
  services: 'Services',
  purposeOrder: 'Order of purposes',
  privacyPolicy: 'Privacy policy',
  storageName: 'Cookie name',
  styling: 'Appearance',
  lang: 'Language for all visitors',
  fallbackLang: 'Fallback language',
  languages: 'Languages',
  translations: 'Texts',
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

/** Returns the label of the field at a path. */
export function fieldName(path: Path, config: ConsentConfig): string {
  const [first = '', second = '', third, ...rest] = path.split('.');
  if (first === 'services' && third !== undefined) {
    const service = config.services[Number(second)];
    const title = (service && titleOf(service)) || `Service ${Number(second) + 1}`;
    return [title, serviceFieldName(third), ...suffixOf(third, rest)].join(', ');
  }
  if (first === 'styling' && second in colours) return `Appearance, ${colours[second as keyof typeof colours].label}`;
  if (first === 'translations' && second)
    return ['Texts', languageName(second), third, ...rest].filter(Boolean).join(', ');
  return [fields[first] ?? first, second, third].filter(Boolean).join(', ');
}

const suffixOf = (field: string, [key, ...rest]: string[]) => {
  if (key === undefined) return [];
  return field === 'translations' ? [languageName(key), ...rest] : [String(Number(key) + 1)];
};

/** Returns the display name of a service: its own title, the built-in one, or its name. */
export function titleOf({ name, title, translations }: ConsentService): string {
  const builtIn = (texts as unknown as Record<string, { title?: string } | undefined>)[name];
  return title ?? translations?.en?.title ?? translations?.zz?.title ?? builtIn?.title ?? name;
}

// biome-ignore lint/style/noRestrictedGlobals: only this page formats language names
let languageNames: Intl.DisplayNames | undefined;
onTabReset(() => {
  languageNames = undefined;
});

/** Returns the English name of a language, such as `German`. `zz` means all languages. */
export function languageName(code: string): string {
  if (code === 'zz') return 'all languages';
  if (code === 'default') return 'all other languages';
  // biome-ignore lint/style/noRestrictedGlobals: created once, on first use
  languageNames ??= new Intl.DisplayNames(['en'], { type: 'language' });
  try {
    return languageNames.of(code.replace('_', '-')) ?? code;
  } catch {
    return code;
  }
}

/** Codes of the selectable languages: the built-in ones, `others`, and `zz` for all languages. */
export const languageCodes = (others: readonly string[] = []): string[] => [
  ...new Set([...consentLanguages, ...others, 'zz']),
];
