import { Crate, Docket, Label, Parrot, Perch } from './aviary.ts';

// biome-ignore lint/suspicious/noExplicitAny: the constructors have nothing in common
const classes = new Map<string, new (...args: any[]) => object>([
  ['Crate', Crate],
  ['Perch', Perch],
  ['Parrot', Parrot],
  ['Docket', Docket],
  ['Label', Label],
]);

/** Writes a crate as text: each thing says in `$` what it is. */
export function pack(crate: Crate): string {
  return JSON.stringify(crate, (key, value) => {
    if (key === 'heard') return undefined;
    for (const [name, Class] of classes) if (value instanceof Class) return { $: name, ...value };
    return value;
  });
}

/** Makes things out of text again, the innermost first. The hole: whoever writes the text chooses what is made. */
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
