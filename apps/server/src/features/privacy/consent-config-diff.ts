import { isDeepStrictEqual } from 'node:util';
import type { ConsentConfig } from '@hexpedition/contract';

/** Returns whether two configurations are equal. Ignores `undefined` and the order of keys, which are not stored. */
export const equalConfigs = (one: ConsentConfig, other: ConsentConfig): boolean =>
  isDeepStrictEqual(asStored(one), asStored(other));

/** Returns the differences of two configurations for the audit log, per field, service and translation. */
export function diffConfigs(before: ConsentConfig, after: ConsentConfig) {
  return { before: partOf(before, after), after: partOf(after, before) };
}

/** Returns the parts that differ from the other configuration. The order of the services is a separate field. */
function partOf(config: ConsentConfig, other: ConsentConfig): Record<string, unknown> {
  const [one, two] = [flatten(config), flatten(other)];
  return Object.fromEntries(
    Object.entries(one).filter(([name, value]) => !Object.hasOwn(two, name) || !isDeepStrictEqual(value, two[name])),
  );
}

function flatten(config: ConsentConfig): Record<string, unknown> {
  const { services, translations = {}, ...fields } = asStored(config);
  return {
    ...fields,
    order: services.map(({ name }) => name),
    ...Object.fromEntries(services.map((service) => [`service ${service.name}`, service])),
    ...Object.fromEntries(Object.entries(translations).map(([language, words]) => [`words ${language}`, words])),
  };
}

const asStored = (config: ConsentConfig): ConsentConfig => JSON.parse(JSON.stringify(config));
