import type { Hexmap, TrainingKind } from '@hexpedition/contract';
import type { Db } from '#platform/db/db';
import { findLiveMapPk, selectHexmap } from './maps.read-model.ts';

export interface MapFacts {
  /** Slug of the training that the map recommends to newcomers. */
  start: string | null;
  /** Training → the next trainings on its paths, with only labs in between. */
  next: Pick<ReadonlyMap<string, string[]>, 'get'>;
  /** Lab → slug of its continent. */
  labs: ReadonlyMap<string, string>;
  /** Training → its continent. */
  trainings: ReadonlyMap<string, { slug: string; name: string }>;
}

const noFacts: MapFacts = { start: null, next: new Map(), labs: new Map(), trainings: new Map() };

/** Derives order and positions from the published map. A published map never changes, so each is processed once. */
export function createMapFacts(db: Db): (kind: TrainingKind) => Promise<MapFacts> {
  const cache = new Map<TrainingKind, { pk: number; facts: MapFacts }>();
  return async (kind) => {
    const pk = await findLiveMapPk(db, kind === 'course' ? 'trainings' : 'videos');
    if (pk === undefined) return noFacts;
    const cached = cache.get(kind);
    if (cached?.pk === pk) return cached.facts;
    const facts = factsOf(await selectHexmap(db, pk));
    cache.set(kind, { pk, facts });
    return facts;
  };
}

const slugOf = (node: string): string => node.replace(/^\w+:/, '');

export function factsOf(map: Pick<Hexmap, 'recommended_start' | 'continents' | 'labs' | 'paths'>): MapFacts {
  const edgesFrom = new Map<string, string[]>();
  for (const { from, to } of map.paths.flatMap((path) => path.edges)) {
    const ends = edgesFrom.get(from);
    if (ends) ends.push(to);
    else edgesFrom.set(from, [to]);
  }
  return {
    start: map.recommended_start?.startsWith('training:') ? slugOf(map.recommended_start) : null,
    // Computed on demand: on a large map, all results together can be many times as large as the map.
    next: { get: (slug) => nextTrainings(`training:${slug}`, edgesFrom) },
    labs: new Map(map.labs.map(({ slug, continent }) => [slug, continent])),
    trainings: new Map(
      map.continents.flatMap(({ slug, name, trainings }) => trainings.map((one) => [one.slug, { slug, name }])),
    ),
  };
}

/** Returns the slugs of the next trainings, in the order of the edges; undefined if no path continues. */
function nextTrainings(node: string, edgesFrom: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const ends = edgesFrom.get(node);
  if (!ends) return undefined;
  const found: string[] = [];
  const seen = new Set([node]);
  const stack = ends.toReversed();
  for (let to = stack.pop(); to !== undefined; to = stack.pop()) {
    if (seen.has(to)) continue;
    seen.add(to);
    if (to.startsWith('training:')) found.push(slugOf(to));
    else stack.push(...(edgesFrom.get(to) ?? []).toReversed());
  }
  return found;
}
