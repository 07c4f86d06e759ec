import type { Hexmap, TrainingKind } from '@hexpedition/contract';
import type { Db } from '#platform/db/db';
import { findPublishedMap, selectHexmap } from './maps.read-model.ts';

export interface MapFacts {
  /** Slug of the training that the map recommends to newcomers. */
  start: string | null;
  /** Training → trainings that a path leads to from there, with nothing but labs between. */
  next: ReadonlyMap<string, string[]>;
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

function factsOf(map: Pick<Hexmap, 'recommended_start' | 'continents' | 'labs' | 'paths'>): MapFacts {
  const onward = new Map<string, string[]>();
  for (const { from, to } of map.paths.flatMap((path) => path.edges))
    onward.set(from, [...(onward.get(from) ?? []), to]);
  const beyond = (node: string, seen: Set<string>): string[] =>
    (onward.get(node) ?? []).flatMap((to) => {
      if (seen.has(to)) return [];
      seen.add(to);
      return to.startsWith('training:') ? [slugOf(to)] : beyond(to, seen);
    });
  const fromTrainings = [...onward.keys()].filter((node) => node.startsWith('training:'));
  return {
    start: map.recommended_start?.startsWith('training:') ? slugOf(map.recommended_start) : null,
    next: new Map(fromTrainings.map((node) => [slugOf(node), beyond(node, new Set([node]))])),
    labs: new Map(map.labs.map(({ slug, continent }) => [slug, continent])),
    trainings: new Map(
      map.continents.flatMap(({ slug, name, trainings }) => trainings.map((one) => [one.slug, { slug, name }])),
    ),
  };
}
