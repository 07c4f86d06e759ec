import type { ConsentConfig, ConsentService } from '@hexpedition/contract';
import { fieldName, languageName, switches, titleOf } from '../config-names.ts';
import { isEqual } from '../config-values.ts';
import { changedFields } from '../describe-changes.ts';

/** Part of a configuration that can differ: a service, the texts of a language, or another field. */
export type ConflictId = string;

interface Side {
  id: ConflictId;
  label: string;
  theirs: string;
  mine: string;
}

const byName = (services: readonly ConsentService[]) => new Map(services.map((one) => [one.name, one]));
const formatValue = (value: unknown) =>
  value === undefined ? 'Empty' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** Returns the parts that differ between two configurations, with both values. */
export function conflictSides(theirs: ConsentConfig, mine: ConsentConfig): Side[] {
  const [theirServices, myServices] = [byName(theirs.services), byName(mine.services)];
  const side = (id: ConflictId, label: string, left: unknown, right: unknown): Side[] =>
    isEqual(left, right) ? [] : [{ id, label, theirs: formatValue(left), mine: formatValue(right) }];
  const services = [...new Set([...myServices.keys(), ...theirServices.keys()])].flatMap((name) => {
    const service = myServices.get(name) ?? theirServices.get(name);
    return side(`service:${name}`, service ? titleOf(service) : name, theirServices.get(name), myServices.get(name));
  });
  const order = side('order', 'Order of services', orderOf(theirs, myServices), orderOf(mine, theirServices));
  const [theirTexts, myTexts] = [theirs.translations ?? {}, mine.translations ?? {}];
  const languages = changedFields(theirTexts, myTexts).flatMap((code) =>
    side(`texts:${code}`, `Texts in ${languageName(code)}`, theirTexts[code], myTexts[code]),
  );
  const fields = changedFields(theirs, mine)
    .filter((field) => field !== 'services' && field !== 'translations')
    .flatMap((field) => {
      const format = (value: unknown) => (field in switches ? (value ? 'on' : 'off') : value);
      return side(field, fieldName(field, mine), format(theirs[field]), format(mine[field]));
    });
  return [...services, ...order, ...fields, ...languages];
}

const orderOf = ({ services }: ConsentConfig, others: Map<string, unknown>) =>
  services.map(({ name }) => name).filter((name) => others.has(name));

/** Returns the changes that copy one part of `theirs` into `mine`. */
export function takeTheirs(id: ConflictId, theirs: ConsentConfig, mine: ConsentConfig): Partial<ConsentConfig> {
  const [kind, name] = id.split(':');
  if (id === 'order') {
    const order = theirs.services.map((one) => one.name);
    const known = mine.services.filter((one) => order.includes(one.name));
    const sorted = known.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
    return { services: mine.services.map((one) => (order.includes(one.name) ? (sorted.shift() ?? one) : one)) };
  }
  if (kind === 'service' && name) {
    const service = theirs.services.find((one) => one.name === name);
    if (!service) return { services: mine.services.filter((one) => one.name !== name) };
    const exists = mine.services.some((one) => one.name === name);
    const replaced = mine.services.map((one) => (one.name === name ? service : one));
    return { services: exists ? replaced : [...mine.services, service] };
  }
  if (kind === 'texts' && name) {
    const { [name]: _, ...rest } = mine.translations ?? {};
    const texts = theirs.translations?.[name];
    return { translations: texts ? { ...rest, [name]: texts } : rest };
  }
  return { [id]: theirs[id as keyof ConsentConfig] };
}
