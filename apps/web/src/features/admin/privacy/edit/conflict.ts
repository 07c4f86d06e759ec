import type { ConsentConfig, ConsentService } from '@hexpedition/contract';
import { fieldsOf } from '../difference.ts';
import { fieldName, languageName, switches, titleOf } from '../names.ts';
import { isSame } from '../same.ts';

/** Something that two superusers can have written differently: a service, the words of a language, any other field. */
export type ConflictId = string;

interface Side {
  id: ConflictId;
  label: string;
  theirs: string;
  mine: string;
}

const named = (services: readonly ConsentService[]) => new Map(services.map((one) => [one.name, one]));
const written = (value: unknown) =>
  value === undefined ? 'Nothing' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** In what two configurations differ, with both sides of it. */
export function sidesOf(theirs: ConsentConfig, mine: ConsentConfig): Side[] {
  const [one, other] = [named(theirs.services), named(mine.services)];
  const side = (id: ConflictId, label: string, left: unknown, right: unknown): Side[] =>
    isSame(left, right) ? [] : [{ id, label, theirs: written(left), mine: written(right) }];
  const services = [...new Set([...other.keys(), ...one.keys()])].flatMap((name) => {
    const service = other.get(name) ?? one.get(name);
    return side(`service:${name}`, service ? titleOf(service) : name, one.get(name), other.get(name));
  });
  const order = side('order', 'Order of services', orderOf(theirs, other), orderOf(mine, one));
  const [words, ours] = [theirs.translations ?? {}, mine.translations ?? {}];
  const languages = fieldsOf(words, ours).flatMap((code) =>
    side(`words:${code}`, `Words in ${languageName(code)}`, words[code], ours[code]),
  );
  const fields = fieldsOf(theirs, mine)
    .filter((field) => field !== 'services' && field !== 'translations')
    .flatMap((field) => {
      const say = (value: unknown) => (field in switches ? (value ? 'on' : 'off') : value);
      return side(field, fieldName(field, mine), say(theirs[field]), say(mine[field]));
    });
  return [...services, ...order, ...fields, ...languages];
}

const orderOf = ({ services }: ConsentConfig, others: Map<string, unknown>) =>
  services.map(({ name }) => name).filter((name) => others.has(name));

/** What one's own configuration has to change to say the same as the other one there. */
export function taken(id: ConflictId, theirs: ConsentConfig, mine: ConsentConfig): Partial<ConsentConfig> {
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
    const isHere = mine.services.some((one) => one.name === name);
    const replaced = mine.services.map((one) => (one.name === name ? service : one));
    return { services: isHere ? replaced : [...mine.services, service] };
  }
  if (kind === 'words' && name) {
    const { [name]: _, ...rest } = mine.translations ?? {};
    const words = theirs.translations?.[name];
    return { translations: words ? { ...rest, [name]: words } : rest };
  }
  return { [id]: theirs[id as keyof ConsentConfig] };
}
