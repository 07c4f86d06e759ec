import type { Hexmap, TrainingKind } from '@hexpedition/contract';
import type { Db } from '#platform/db/db';
import { findPublishedMap, selectHexmap } from './maps.read-model.ts';

export interface MapFacts {
  /** Slug of the training that the map recommends to newcomers. */
  start: string | null;
  /** Training → trainings that a path leads to from there, with nothing but labs between. */
  next: Pick<ReadonlyMap<string, string[]>, 'get'>;
  /** Lab → slug of the continent that it lies on. */
  labs: ReadonlyMap<string, string>;
  /** Training → the continent that it stands on. */
  trainings: ReadonlyMap<string, { slug: string; name: string }>;
}

const none: MapFacts = { start: null, next: new Map(), labs: new Map(), trainings: new Map() };

/** What the published map says about order and place. A map never changes once it is published, so each is taken apart once. */
export function createMapFacts(db: Db): (kind: TrainingKind) => Promise<MapFacts> {
  const kept = new Map<TrainingKind, { pk: number; facts: MapFacts }>();
  return async (kind) => {
    const pk = await findPublishedMap(db, kind === 'course' ? 'trainings' : 'videos');
    if (pk === undefined) return none;
    const before = kept.get(kind);
    if (before?.pk === pk) return before.facts;
    const facts = factsOf(await selectHexmap(db, pk));
    kept.set(kind, { pk, facts });
    return facts;
  };
}

const slugOf = (node: string): string => node.replace(/^\w+:/, '');

export function factsOf(map: Pick<Hexmap, 'recommended_start' | 'continents' | 'labs' | 'paths'>): MapFacts {
  const onward = new Map<string, string[]>();
  for (const { from, to } of map.paths.flatMap((path) => path.edges)) {
    const ends = onward.get(from);
    if (ends) ends.push(to);
    else onward.set(from, [to]);
  }
  return {
    start: map.recommended_start?.startsWith('training:') ? slugOf(map.recommended_start) : null,
    // Looked up when it is asked for: on a large map, all answers together can be many times as large as the map.
    next: { get: (slug) => trainingsBehind(`training:${slug}`, onward) },
    labs: new Map(map.labs.map(({ slug, continent }) => [slug, continent])),
    trainings: new Map(
      map.continents.flatMap(({ slug, name, trainings }) => trainings.map((one) => [one.slug, { slug, name }])),
    ),
  };
}

/** Slugs of the trainings that come next, in the order of the edges; undefined where no path leads on. */
function trainingsBehind(node: string, onward: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const ends = onward.get(node);
  if (!ends) return undefined;
  const found: string[] = [];
  const seen = new Set([node]);
  const ahead = ends.toReversed();
  for (let to = ahead.pop(); to !== undefined; to = ahead.pop()) {
    if (seen.has(to)) continue;
    seen.add(to);
    if (to.startsWith('training:')) found.push(slugOf(to));
    else ahead.push(...(onward.get(to) ?? []).toReversed());
  }
  return found;
}
