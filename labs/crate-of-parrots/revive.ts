import { Crate, Docket, Label, Parrot, Perch } from './aviary.ts';

// biome-ignore lint/suspicious/noExplicitAny: the constructors have nothing in common
const classes = new Map<string, new (...args: any[]) => object>([
  ['Crate', Crate],
  ['Perch', Perch],
  ['Parrot', Parrot],
  ['Docket', Docket],
  ['Label', Label],
]);

/** Serializes a crate: each object names its class in `$`. */
export function pack(crate: Crate): string {
  return JSON.stringify(crate, (key, value) => {
    if (key === 'heard') return undefined;
    for (const [name, Class] of classes) if (value instanceof Class) return { $: name, ...value };
    return value;
  });
}

/** Creates objects from text, the innermost first. The hole: the author of the text chooses the classes. */
export function revive(text: string): unknown {
  return JSON.parse(text, (_key, value) => {
    const Class = classes.get(value?.$);
    if (!Class) return value;
    const { $, ...fields } = value;
    const thing = Object.assign(Object.create(Class.prototype), fields);
    thing.arrive?.();
    return thing;
  });
}
