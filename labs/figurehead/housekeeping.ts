/*
 * Wishes can change objects that all code shares. So that other visitors can try as well, those changes are undone
 * after each request, and everything reachable behind them is frozen at the start.
 */

// Taken before a visitor could replace them
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

/** Freezes what can be reached from the shared objects, but not these objects. */
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

/** Restores the shared objects to their state at the start. */
export function sweep(): void {
  // Added fields are removed first: a field called `get` would break every property descriptor
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
