import type { ConsentConfig } from '@hexpedition/contract';

/** What something that was typed as JSON has to be made of, so that the forms can show it. The server is the judge of the rest. */
type Shape = 'text' | 'switch' | { list: Shape } | { names: Shape } | { either: Shape[] } | { fields: Fields };
type Fields = Record<string, Shape>;

const texts: Shape = { list: 'text' };
const named = { title: 'text', description: 'text' } as const;

const service: Record<keyof ConsentConfig['services'][number], Shape> = {
  name: 'text',
  ...named,
  purposes: texts,
  required: 'switch',
  optOut: 'switch',
  default: 'switch',
  contextualConsentOnly: 'switch',
  cookies: { list: { either: ['text', texts] } },
  translations: { names: { fields: named } },
};
const colours = ['dark1', 'dark2', 'light1', 'light2', 'green1', 'button-text-color'] as const;
const styling: Record<keyof NonNullable<ConsentConfig['styling']>, Shape> = {
  theme: { either: ['text', texts] },
  ...(Object.fromEntries(colours.map((name) => [name, 'text'])) as Record<(typeof colours)[number], Shape>),
};
const word: Shape = { either: ['text', { names: { either: ['text', { names: 'text' }] } }] };
const config: Record<keyof ConsentConfig, Shape> = {
  services: { list: { fields: service } },
  purposeOrder: texts,
  acceptAll: 'switch',
  hideDeclineAll: 'switch',
  hideLearnMore: 'switch',
  hideToggleAll: 'switch',
  groupByPurpose: 'switch',
  mustConsent: 'switch',
  noticeAsModal: 'switch',
  noNotice: 'switch',
  embedded: 'switch',
  default: 'switch',
  privacyPolicy: { either: ['text', { names: 'text' }] },
  storageName: 'text',
  styling: { fields: styling },
  lang: 'text',
  fallbackLang: 'text',
  languages: texts,
  translations: { names: { names: word } },
};
const needed: Record<string, string[]> = { '': ['services'], services: ['name', 'purposes'] };

const kinds = { text: 'a text in quotation marks', switch: 'true or false' };

/** What is in the way of showing a value as a configuration, in words; undefined where nothing is. */
function misfit(value: unknown, shape: Shape, path: string): string | undefined {
  const name = path || 'All of it';
  if (shape === 'text') return typeof value === 'string' ? undefined : `${name} has to be ${kinds.text}.`;
  if (shape === 'switch') return typeof value === 'boolean' ? undefined : `${name} has to be ${kinds.switch}.`;
  const at = (key: string | number) => (path ? `${path}.${key}` : String(key));
  if ('either' in shape) {
    const found = shape.either.map((one) => misfit(value, one, path));
    return found.every(Boolean) ? found[typeof value === 'object' ? 1 : 0] : undefined;
  }
  if ('list' in shape) {
    if (!Array.isArray(value)) return `${name} has to be a list: [ … ].`;
    return first(value.map((one, index) => misfit(one, shape.list, at(index))));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${name} has to be fields: { … }.`;
  if ('names' in shape) return first(Object.entries(value).map(([key, one]) => misfit(one, shape.names, at(key))));
  const missing = needed[path.replace(/\.\d+$/, '')]?.find((field) => !Object.hasOwn(value, field));
  if (missing) return `${at(missing)} is missing.`;
  return first(
    Object.entries(value).map(([key, one]) => {
      const field = Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined;
      return field ? misfit(one, field, at(key)) : `There is no field ${at(key)}.`;
    }),
  );
}

const first = (found: readonly (string | undefined)[]) => found.find(Boolean);

/** Reads JSON that somebody has typed. */
export function readConfig(text: string): { config: ConsentConfig } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const said = error instanceof Error ? error.message.replace(/\s+/g, ' ') : 'it cannot be read';
    return { problem: `This is not JSON: ${said}` };
  }
  const problem = misfit(value, { fields: config }, '');
  if (problem) return { problem };
  return {
    config: {
      acceptAll: true,
      groupByPurpose: true,
      storageName: 'klaro',
      ...(value as Partial<ConsentConfig>),
    } as ConsentConfig,
  };
}

/** As JSON to read and write, in the order in which the fields are explained. */
export const writeConfig = (value: ConsentConfig): string =>
  JSON.stringify(inOrder(value, { fields: config }), null, 2);

function inOrder(value: unknown, shape: Shape): unknown {
  if (typeof shape === 'string' || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return 'list' in shape ? value.map((one) => inOrder(one, shape.list)) : value;
  if (!('fields' in shape)) return value;
  const known = Object.keys(shape.fields).filter((key) => Object.hasOwn(value, key));
  return Object.fromEntries(
    known.map((key) => [key, inOrder((value as Record<string, unknown>)[key], shape.fields[key] ?? 'text')]),
  );
}
