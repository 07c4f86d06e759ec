import type { ConsentConfig, ConsentService } from '@hexpedition/contract';
import { plural } from '#lib/format.ts';
import { fieldName, languageName, serviceFieldName, switches, titleOf } from './config-names.ts';
import { canonical, isEqual, textsOf } from './config-values.ts';

/** Describes the changes from one configuration to another, one sentence per change. */
export function describeChanges(before: ConsentConfig, after: ConsentConfig): string[] {
  return [
    ...serviceChanges(before, after),
    ...changedFields(before, after)
      .filter((field) => field !== 'services' && field !== 'translations')
      .map((field) => fieldChange(field, before, after)),
    ...textChanges(before, after),
  ];
}

/** Returns the fields that differ, in the order of the first object. */
export const changedFields = <T extends object>(before: T, after: T): (keyof T & string)[] =>
  ([...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof T & string)[]).filter(
    (field) => !isEqual(before[field], after[field]),
  );

const byName = (services: readonly ConsentService[]) => new Map(services.map((service) => [service.name, service]));

function serviceChanges(before: ConsentConfig, after: ConsentConfig): string[] {
  const [old, current] = [byName(before.services), byName(after.services)];
  const added = after.services.filter(({ name }) => !old.has(name)).map((one) => `${titleOf(one)} was added.`);
  const removed = before.services.filter(({ name }) => !current.has(name)).map((one) => `${titleOf(one)} was removed.`);
  const changed = after.services.flatMap((service) => {
    const earlier = old.get(service.name);
    if (!earlier || isEqual(earlier, service)) return [];
    const fields = changedFields(earlier, service).map(serviceFieldName);
    return [`${titleOf(service)}: ${joinNames(fields)} changed.`];
  });
  const kept = (services: readonly ConsentService[], others: Map<string, unknown>) =>
    services.map(({ name }) => name).filter((name) => others.has(name));
  const isReordered = !isEqual(kept(before.services, current), kept(after.services, old));
  return [...added, ...removed, ...changed, ...(isReordered ? ['The order of the services changed.'] : [])];
}

function fieldChange(field: keyof ConsentConfig, before: ConsentConfig, after: ConsentConfig): string {
  const name = fieldName(field, after);
  if (field in switches) return `${name}: switched ${after[field] ? 'on' : 'off'}.`;
  return `${name}: changed from ${formatValue(before[field])} to ${formatValue(after[field])}.`;
}

function formatValue(value: unknown): string {
  if (value === undefined) return 'empty';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return joinNames(value.map(String));
  return canonical(value);
}

function textChanges(
  { translations: before = {} }: ConsentConfig,
  { translations: after = {} }: ConsentConfig,
): string[] {
  const languages = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return languages.flatMap((language) => {
    const [old, current] = [textsOf(before[language]), textsOf(after[language])];
    const keys = new Set([...Object.keys(old), ...Object.keys(current)]);
    const count = [...keys].filter((key) => old[key] !== current[key]).length;
    return count > 0 ? [`${languageName(language)}: ${plural(count, 'text')} changed.`] : [];
  });
}

/** Joins names: `a`, `a and b`, `a, b and c`. */
const joinNames = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');

/** Explains whether visitors have to decide again after a configuration replaces another. */
export function describeReconsent(before: ConsentConfig, after: ConsentConfig): string {
  const old = byName(before.services);
  const added = after.services.filter(({ name }) => !old.has(name)).map(titleOf);
  const isCookieRenamed = before.storageName !== after.storageName;
  if (!isCookieRenamed && added.length === 0) return 'Visitors are not asked again. Their decisions stay valid.';
  const reason = isCookieRenamed
    ? `All visitors have to decide again: the cookie has a new name, so earlier decisions are not read.`
    : `All visitors have to decide again, because ${joinNames(added)} was added. Until then only required services load.`;
  const isNoticeShown = after.mustConsent || !(after.noNotice || after.embedded);
  return isNoticeShown ? reason : `${reason} No notice is shown, so visitors have to open the dialog themselves.`;
}
