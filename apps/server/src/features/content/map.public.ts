import type { Hexmap, TrainingKind } from '@hexpedition/contract';
import type { Db } from '#platform/db/db';

export interface MapFacts {
  /** Slug of the training that the map recommends to newcomers. */
  start: string | null;
  /** Training → trainings that a path leads to from there, with nothing but labs between. */
  next: ReadonlyMap<string, string[]>;
  /** Lab → slug of the continent that it lies on. */
  labs: ReadonlyMap<string, string>;
}

const none: MapFacts = { start: null, next: new Map(), labs: new Map() };

/** What the published map says about order and place. A version never changes, so each is taken apart once. */
export function createMapFacts(db: Db): (kind: TrainingKind) => Promise<MapFacts> {
  const kept = new Map<TrainingKind, { pk: number; facts: MapFacts }>();
  return async (kind) => {
    const pointer = await db
      .selectFrom('hexmap_pointers')
      .select('hexmap_pk')
      .where('kind', '=', kind === 'course' ? 'trainings' : 'videos')
      .where('version', '=', '2')
      .executeTakeFirst();
    if (!pointer) return none;
    const before = kept.get(kind);
    if (before?.pk === pointer.hexmap_pk) return before.facts;
    const { compiled } = await db
      .selectFrom('hexmap_versions')
      .select('compiled')
      .where('pk', '=', pointer.hexmap_pk)
      .executeTakeFirstOrThrow();
    const facts = factsOf(compiled as unknown as Hexmap);
    kept.set(kind, { pk: pointer.hexmap_pk, facts });
    return facts;
  };
}

const slugOf = (node: string): string => node.replace(/^\w+:/, '');

function factsOf(map: Pick<Hexmap, 'recommended_start' | 'labs' | 'paths'>): MapFacts {
  const onward = new Map<string, string[]>();
  for (const { from, to } of map.paths.flatMap((path) => path.edges))
    onward.set(from, [...(onward.get(from) ?? []), to]);
  const beyond = (node: string, seen: Set<string>): string[] =>
    (onward.get(node) ?? []).flatMap((to) => {
      if (seen.has(to)) return [];
      seen.add(to);
      return to.startsWith('training:') ? [slugOf(to)] : beyond(to, seen);
    });
  const trainings = [...onward.keys()].filter((node) => node.startsWith('training:'));
  return {
    start: map.recommended_start?.startsWith('training:') ? slugOf(map.recommended_start) : null,
    next: new Map(trainings.map((node) => [slugOf(node), beyond(node, new Set([node]))])),
    labs: new Map(map.labs.map(({ slug, continent }) => [slug, continent])),
  };
}
