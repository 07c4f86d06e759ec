import type { MapDocument, MapKind, NodeRef } from '@hexpedition/contract';
import { type Clash, mergeMaps, placeMissing, type Wanted } from '@hexpedition/hexkit';
import type { Tx } from '#platform/db/db';
import { findFile, findPublished, type Published } from './maps.read-model.ts';
import { hashOfMap, insertVersion, pointTo, recordAct, storeDraft, storeFile } from './maps.store.ts';
import { compileFor, currentDraft, lockMap, sameJson } from './publish.ts';

/** What an import has done with a map. */
export interface MapImport {
  change: 'new' | 'changed' | 'unchanged';
  /** What both the file and the editor have changed, and is as the editor has it. */
  kept: Clash[];
  /** What has been given a hex, because neither the file nor the editor had one for it. */
  placed: NodeRef[];
}

interface Source {
  kind: MapKind;
  /** What the curriculum's file says; null where there is none. */
  file: MapDocument | null;
  /** All that belongs on the map, in the order in which it is to be placed. */
  wanted: readonly Wanted[];
}

/**
 * Publishes what the curriculum's file says of a map. The file and the editor are two doors to one document: where the
 * editor has changed a map since the last import, what the file changed since then is merged into it. What both have
 * changed stays as the editor has it, and is named in `kept`. A draft that somebody works on follows in the same way.
 * What has no hex then gets one.
 */
export async function importMap(tx: Tx, { kind, file: given, wanted }: Source, now: Date): Promise<MapImport> {
  await lockMap(tx, kind);
  const [last, live, beta] = await Promise.all([
    findFile(tx, kind),
    findPublished(tx, kind, '2'),
    findPublished(tx, kind, 'beta'),
  ]);
  if (!given && !live && wanted.length === 0) return { change: 'unchanged', kept: [], placed: [] };
  const file = given ?? last?.document ?? noMap(kind);
  const base = last?.document ?? file;
  const { map: merged, clashes } = live ? mergeInto(live.document, base, file) : { map: file, clashes: [] };
  const { map, placed } = placeMissing(merged, wanted);
  if (last?.hash !== hashOfMap(file)) await storeFile(tx, file);
  const { compiled } = await compileFor(tx, map);
  // The compiled map can differ with the same document: after an update that draws another coast.
  if (live && live.source_hash === hashOfMap(map) && sameJson(live.compiled, JSON.parse(JSON.stringify(compiled))))
    return { change: 'unchanged', kept: clashes, placed };
  const pk = await insertVersion(tx, { document: map, compiled, userPk: null, now });
  await pointTo(tx, kind, ['2'], pk);
  const ofBeta = await moveBeta(tx, { live, beta, base, file, pk, now });
  const ofDraft = await moveDraft(tx, { kind, live, map, base, file });
  const kept = [...new Map([...clashes, ...ofBeta, ...ofDraft].map((clash) => [clash.key, clash])).values()];
  const notes = [
    kept.length > 0 && `Kept as the editor has it: ${kept.map(({ key }) => key).join(', ')}.`,
    placed.length > 0 && `Placed: ${placed.join(', ')}.`,
  ];
  const note = notes.filter(Boolean).join(' ');
  await recordAct(tx, { kind, act: 'imported', at: now, userPk: null, versionPk: pk, note });
  return { change: live ? 'changed' : 'new', kept, placed };
}

/** A chart before anything is on it. */
const noMap = (kind: MapKind): MapDocument => ({
  schema: 1,
  id: kind === 'trainings' ? 'main' : 'videos',
  kind,
  initial: { x: 0, y: 0, zoom: 0.6 },
  recommended_start: null,
  continents: [],
  paths: [],
  terrain: [],
});

/** The file as it is, where nobody has changed what it said before. */
function mergeInto(document: MapDocument, base: MapDocument, file: MapDocument) {
  if (hashOfMap(document) === hashOfMap(base)) return { map: file, clashes: [] };
  return mergeMaps(base, document, file);
}

interface Move {
  live: Published | undefined;
  base: MapDocument;
  file: MapDocument;
}

/** What is tried out follows what is live, or takes in what the file changed. */
async function moveBeta(
  tx: Tx,
  { live, beta, base, file, pk, now }: Move & { beta: Published | undefined; pk: number; now: Date },
): Promise<Clash[]> {
  if (!beta || beta.pk === live?.pk) {
    await pointTo(tx, file.kind, ['beta'], pk);
    return [];
  }
  const { map, clashes } = mergeInto(beta.document, base, file);
  const { compiled } = await compileFor(tx, map);
  await pointTo(tx, file.kind, ['beta'], await insertVersion(tx, { document: map, compiled, userPk: null, now }));
  return clashes;
}

/** A draft that nobody works on follows what is live; another one takes in what the file changed. */
async function moveDraft(
  tx: Tx,
  { kind, live, map, base, file }: Move & { kind: MapKind; map: MapDocument },
): Promise<Clash[]> {
  const draft = await currentDraft(tx, kind);
  if (!draft || !live) return [];
  const { map: next, clashes } = draft.saved ? mergeInto(draft.document, base, file) : { map, clashes: [] };
  await storeDraft(tx, { document: next, revision: draft.revision + 1, saved: draft.saved });
  return clashes;
}
