import { isDeepStrictEqual } from 'node:util';
import type { ConsentConfig } from '@hexpedition/contract';

/** Whether two configurations say the same. `undefined` and the order of keys, which no storage keeps, do not count. */
export const isSameConfig = (one: ConsentConfig, other: ConsentConfig): boolean =>
  isDeepStrictEqual(asStored(one), asStored(other));

/** What is different between two configurations, for the audit log: fields, and of services and translations each its own. */
export function differing(before: ConsentConfig, after: ConsentConfig) {
  return { before: partOf(before, after), after: partOf(after, before) };
}

/** The parts that the other has not. Services without their order: that is a field of its own. */
function partOf(config: ConsentConfig, other: ConsentConfig): Record<string, unknown> {
  const [one, two] = [flat(config), flat(other)];
  return Object.fromEntries(
    Object.entries(one).filter(([name, value]) => !Object.hasOwn(two, name) || !isDeepStrictEqual(value, two[name])),
  );
}

function flat(config: ConsentConfig): Record<string, unknown> {
  const { services, translations = {}, ...fields } = asStored(config);
  return {
    ...fields,
    order: services.map(({ name }) => name),
    ...Object.fromEntries(services.map((service) => [`service ${service.name}`, service])),
    ...Object.fromEntries(Object.entries(translations).map(([language, words]) => [`words ${language}`, words])),
  };
}

const asStored = (config: ConsentConfig): ConsentConfig => JSON.parse(JSON.stringify(config));
