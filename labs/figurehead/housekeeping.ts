/*
 * Wishes can reach what all objects share. A shop that stays dirty would be of no use to who wants to try again, so what was
 * changed there is put back after each request, and what lies behind it is made fast at the start.
 */

// Taken before anybody could have exchanged them
const { getOwnPropertyNames, getOwnPropertyDescriptor, defineProperty, freeze, getPrototypeOf, setPrototypeOf } =
  Object;

interface Shared {
  object: Record<string, unknown>;
  parent: object | null;
  fields: Map<string, PropertyDescriptor>;
}

const remember = (object: object): Shared => ({
  object: object as Record<string, unknown>,
  parent: getPrototypeOf(object),
  fields: new Map(getOwnPropertyNames(object).map((name) => [name, getOwnPropertyDescriptor(object, name) ?? {}])),
});
const shared = [Object.prototype, Array.prototype].map(remember);

/** Makes fast what can be reached from the shared objects, and leaves these themselves open. */
function makeFast(object: object, seen: Set<object>): void {
  if (seen.has(object)) return;
  seen.add(object);
  for (const name of getOwnPropertyNames(object)) {
    const value: unknown = getOwnPropertyDescriptor(object, name)?.value;
    if ((typeof value === 'object' && value !== null) || typeof value === 'function') makeFast(value, seen);
  }
  const parent: object | null = getPrototypeOf(object);
  if (parent) makeFast(parent, seen);
  if (!shared.some((one) => one.object === object)) freeze(object);
}
const seen = new Set<object>();
for (const { object } of shared) makeFast(object, seen);

/** Puts the shared objects back into the state in which the shop was opened. */
export function sweep(): void {
  // What was added goes first: a field called `get` would spoil each description of a field
  for (const { object, fields } of shared) {
    for (const name of getOwnPropertyNames(object)) if (!fields.has(name)) delete object[name];
  }
  for (const { object, fields, parent } of shared) {
    for (const [name, was] of fields) {
      if (was.value !== getOwnPropertyDescriptor(object, name)?.value) defineProperty(object, name, was);
    }
    if (getPrototypeOf(object) !== parent) setPrototypeOf(object, parent);
  }
}
