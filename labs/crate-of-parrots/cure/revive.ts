import { Crate, HEIGHTS, MOST_PERCHES, Perch, parrots } from './aviary.ts';

/** Writes a crate as text: who it belongs to, and which parrot sits how high. What they are is nobody's choice. */
export function pack(crate: Crate): string {
  const perches = crate.perches.map(({ height, bird }) => ({ height, bird: { name: bird.name } }));
  return JSON.stringify({ owner: crate.owner, perches });
}

/** Reads names and numbers, and makes the crate out of them itself. */
export function revive(text: string): Crate {
  const { owner, perches } = JSON.parse(text);
  if (typeof owner !== 'string' || owner.length > 60) throw new Error('The list does not say whose crate it is.');
  if (!Array.isArray(perches) || perches.length > MOST_PERCHES)
    throw new Error('The list has no perches, or too many.');
  const crate = new Crate(
    owner,
    perches.map((perch) => {
      const bird = parrots.find(({ name }) => name === perch?.bird?.name);
      if (!bird || !HEIGHTS.includes(perch.height)) throw new Error('There is no such parrot, or no such perch.');
      return new Perch(perch.height, bird);
    }),
  );
  crate.arrive();
  return crate;
}
