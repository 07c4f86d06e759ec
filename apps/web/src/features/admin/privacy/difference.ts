import type { ConsentConfig, ConsentService } from '@hexpedition/contract';
import { plural } from '#lib/format.ts';
import { fieldName, languageName, serviceFieldName, switches, titleOf } from './names.ts';
import { canonical, isSame, textsOf } from './same.ts';

/** What makes one configuration out of another, a sentence each. */
export function differencesOf(before: ConsentConfig, after: ConsentConfig): string[] {
  return [
    ...serviceChanges(before, after),
    ...fieldsOf(before, after)
      .filter((field) => field !== 'services' && field !== 'translations')
      .map((field) => fieldChange(field, before, after)),
    ...wordChanges(before, after),
  ];
}

/** The fields in which two of a kind differ, in the order of the first. */
export const fieldsOf = <T extends object>(before: T, after: T): (keyof T & string)[] =>
  ([...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof T & string)[]).filter(
    (field) => !isSame(before[field], after[field]),
  );

const named = (services: readonly ConsentService[]) => new Map(services.map((service) => [service.name, service]));

function serviceChanges(before: ConsentConfig, after: ConsentConfig): string[] {
  const [old, now] = [named(before.services), named(after.services)];
  const added = after.services.filter(({ name }) => !old.has(name)).map((one) => `${titleOf(one)} is new.`);
  const removed = before.services.filter(({ name }) => !now.has(name)).map((one) => `${titleOf(one)} is gone.`);
  const changed = after.services.flatMap((service) => {
    const earlier = old.get(service.name);
    if (!earlier || isSame(earlier, service)) return [];
    const fields = fieldsOf(earlier, service).map(serviceFieldName);
    return [`${titleOf(service)} has another ${listOf(fields)}.`];
  });
  const kept = (services: readonly ConsentService[], others: Map<string, unknown>) =>
    services.map(({ name }) => name).filter((name) => others.has(name));
  const isMoved = !isSame(kept(before.services, now), kept(after.services, old));
  return [...added, ...removed, ...changed, ...(isMoved ? ['The services stand in another order.'] : [])];
}

function fieldChange(field: keyof ConsentConfig, before: ConsentConfig, after: ConsentConfig): string {
  const name = fieldName(field, after);
  if (field in switches) return `${name}: ${after[field] ? 'on' : 'off'}, and it was ${before[field] ? 'on' : 'off'}.`;
  return `${name}: ${said(after[field])}, and it was ${said(before[field])}.`;
}

function said(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return listOf(value.map(String));
  return canonical(value);
}

function wordChanges(
  { translations: before = {} }: ConsentConfig,
  { translations: after = {} }: ConsentConfig,
): string[] {
  const languages = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return languages.flatMap((language) => {
    const [old, now] = [textsOf(before[language]), textsOf(after[language])];
    const keys = new Set([...Object.keys(old), ...Object.keys(now)]);
    const count = [...keys].filter((key) => old[key] !== now[key]).length;
    return count > 0 ? [`Words in ${languageName(language)}: ${plural(count, 'text')} changed.`] : [];
  });
}

/** `a`, `a and b`, `a, b and c` */
const listOf = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');

/** Which visitors are asked after a configuration has taken the place of another. */
export function askedAgain(before: ConsentConfig, after: ConsentConfig): string {
  const old = named(before.services);
  const added = after.services.filter(({ name }) => !old.has(name)).map(titleOf);
  const isForgotten = before.storageName !== after.storageName;
  if (!isForgotten && added.length === 0) return 'Nobody is asked again: all decisions hold.';
  const reason = isForgotten
    ? `Everybody decides again: the cookie has another name, so nothing is known of what they said before.`
    : `Everybody decides again, because nobody has decided about ${listOf(added)}. Until then nothing loads but what is required.`;
  const isAsked = after.mustConsent || !(after.noNotice || after.embedded);
  return isAsked ? reason : `${reason} No notice asks them: they have to open the dialog themselves.`;
}
