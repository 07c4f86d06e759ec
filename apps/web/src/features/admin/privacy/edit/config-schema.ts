import type { ConsentConfig } from '@hexpedition/contract';

/** Structure that typed JSON must have so that the form can show it. The server validates everything else. */
type Shape = 'text' | 'switch' | { list: Shape } | { names: Shape } | { either: Shape[] } | { fields: Fields };
type Fields = Record<string, Shape>;

const texts: Shape = { list: 'text' };
const titled = { title: 'text', description: 'text' } as const;

const service: Record<keyof ConsentConfig['services'][number], Shape> = {
  name: 'text',
  ...titled,
  purposes: texts,
  required: 'switch',
  optOut: 'switch',
  default: 'switch',
  contextualConsentOnly: 'switch',
  cookies: { list: { either: ['text', texts] } },
  translations: { names: { fields: titled } },
};
const colours = ['dark1', 'dark2', 'light1', 'light2', 'green1', 'button-text-color'] as const;
const styling: Record<keyof NonNullable<ConsentConfig['styling']>, Shape> = {
  theme: { either: ['text', texts] },
  ...(Object.fromEntries(colours.map((name) => [name, 'text'])) as Record<(typeof colours)[number], Shape>),
};
const translation: Shape = { either: ['text', { names: { either: ['text', { names: 'text' }] } }] };
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
  translations: { names: { names: translation } },
};
const requiredFields: Record<string, string[]> = { '': ['services'], services: ['name', 'purposes'] };

const kinds = { text: 'a string', switch: 'true or false' };

/** Describes the first place where a value does not have the structure of a configuration, or returns undefined. */
function findMismatch(value: unknown, shape: Shape, path: string): string | undefined {
  const name = path || 'The configuration';
  if (shape === 'text') return typeof value === 'string' ? undefined : `${name} must be ${kinds.text}.`;
  if (shape === 'switch') return typeof value === 'boolean' ? undefined : `${name} must be ${kinds.switch}.`;
  const at = (key: string | number) => (path ? `${path}.${key}` : String(key));
  if ('either' in shape) {
    const found = shape.either.map((one) => findMismatch(value, one, path));
    return found.every(Boolean) ? found[typeof value === 'object' ? 1 : 0] : undefined;
  }
  if ('list' in shape) {
    if (!Array.isArray(value)) return `${name} must be a list: [ … ].`;
    return first(value.map((one, index) => findMismatch(one, shape.list, at(index))));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${name} must be an object: { … }.`;
  if ('names' in shape)
    return first(Object.entries(value).map(([key, one]) => findMismatch(one, shape.names, at(key))));
  const missing = requiredFields[path.replace(/\.\d+$/, '')]?.find((field) => !Object.hasOwn(value, field));
  if (missing) return `${at(missing)} is missing.`;
  return first(
    Object.entries(value).map(([key, one]) => {
      const field = Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined;
      return field ? findMismatch(one, field, at(key)) : `Unknown field: ${at(key)}.`;
    }),
  );
}

const first = (found: readonly (string | undefined)[]) => found.find(Boolean);

/** Parses typed JSON. Defaults that the configuration requires are filled in. */
export function parseConfig(text: string): { config: ConsentConfig } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\s+/g, ' ') : 'it cannot be parsed';
    return { problem: `Invalid JSON: ${reason}` };
  }
  const problem = findMismatch(value, { fields: config }, '');
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

/** Formats a configuration as indented JSON, with the fields in the order of the schema. */
export const formatConfig = (value: ConsentConfig): string =>
  JSON.stringify(sortFields(value, { fields: config }), null, 2);

function sortFields(value: unknown, shape: Shape): unknown {
  if (typeof shape === 'string' || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return 'list' in shape ? value.map((one) => sortFields(one, shape.list)) : value;
  if (!('fields' in shape)) return value;
  const known = Object.keys(shape.fields).filter((key) => Object.hasOwn(value, key));
  return Object.fromEntries(
    known.map((key) => [key, sortFields((value as Record<string, unknown>)[key], shape.fields[key] ?? 'text')]),
  );
}
