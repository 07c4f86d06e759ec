import { MapDocument, type MapKind, type NodeRef } from '@hexpedition/contract';
import { type FileChange, isSameMap, nodesOf, type TakenIn, takeIn, validateMap } from '@hexpedition/hexkit';
import type { Tx } from '#platform/db/db';
import { TaskLimitError } from '#platform/worker-thread';
import type { CompiledMap } from './compile-here.ts';
import type { MapCompiler } from './map-compiler.ts';
import { findDraft, findFile, findPublished, type Published } from './maps.read-model.ts';
import { insertVersion, pointTo, recordAct, storeDraft, storeFile } from './maps.store.ts';
import { lockMap, noMap, sameJson } from './publish.ts';

/** Something about the import of a map that its author has to know. */
interface MapFinding {
  code: 'edited' | 'gone' | 'no-room' | 'held-back' | 'draft-mended' | 'draft-kept' | 'unreadable';
  /** Sentences. */
  message: string;
}

/** What an import has done with a map. */
export interface MapImport {
  /** Of what people see, learners or those who try things out. */
  change: 'new' | 'changed' | 'unchanged';
  /** What has been given a hex, because neither the file nor the editor had one for it. */
  placed: NodeRef[];
  findings: MapFinding[];
}

interface Source extends Pick<FileChange, 'wanted' | 'known'> {
  kind: MapKind;
  /** Whose file it is: that of the courses that ship, or of a bundle. */
  importSource: string;
  /** What the file says; null where there is none. */
  file: MapDocument | null;
  /** A large map takes seconds, in which the server has others to answer. */
  compile: MapCompiler;
}

/**
 * Brings what a file of the courses says into a map. The file and the editor are two doors to one document: what the
 * file changed since the last import is taken into what is live, what is tried out and the draft, each as it is now
 * (see `takeIn`). Only a map without faults is published: where the file and the editor do not fit together, what
 * people see stays, and both wait in the draft for an author.
 */
export async function importMap(
  tx: Tx,
  { kind, importSource, file: given, wanted, known, compile }: Source,
  now: Date,
): Promise<MapImport> {
  await lockMap(tx, kind);
  const [own, shipped, live, beta, draft] = await Promise.all([
    findFile(tx, kind, importSource),
    findFile(tx, kind, ships),
    findPublished(tx, kind, '2'),
    findPublished(tx, kind, 'beta'),
    findDraft(tx, kind, true),
  ]);
  if (!given && !live && wanted.length === 0) return { change: 'unchanged', placed: [], findings: [] };
  const last = own ?? shipped;
  const file = given ?? last ?? noMap(kind);
  // What a bundle's first map does not know of is not what it takes away.
  const isPart = !own && shipped !== null && !holdsAll(file, shipped);
  const change = { base: (isPart ? null : last) ?? file, file, wanted, known };
  const isNews = (given !== null || last === null) && !(own && isSameMap(own, file));
  if (isNews) await storeFile(tx, importSource, file);

  const ofLive = await renew(tx, live, change, { now, compile });
  if (ofLive.pk !== undefined && ofLive.pk !== live?.pk) await pointTo(tx, kind, ['2'], ofLive.pk);
  const follows = !beta || beta.pk === live?.pk;
  const ofBeta = follows ? { ...ofLive, faults: [] } : await renew(tx, beta, change, { now, compile });
  if (ofBeta.pk !== undefined && ofBeta.pk !== beta?.pk) await pointTo(tx, kind, ['beta'], ofBeta.pk);
  const ofDraft = await renewDraft(tx, { draft, live: ofLive, change, now });

  const findings = [
    ...unreadable({ live, beta, draft }),
    ...findingsOf([ofLive, ofBeta, ...(ofDraft.taken ? [ofDraft.taken] : [])]),
    ...heldBack('What people see', ofLive.faults),
    ...heldBack('What is tried out', ofBeta.faults),
    ...ofDraft.findings,
  ];
  const isSeen = ofLive.pk !== live?.pk || ofBeta.pk !== beta?.pk;
  if (isSeen || ofDraft.isStored || (isNews && findings.length > 0)) {
    const { placed } = ofLive;
    const note = [
      ...findings.map(({ message }) => message),
      ...(placed.length > 0 ? [`Placed: ${placed.join(', ')}.`] : []),
    ].join(' ');
    const versionPk = ofLive.pk === live?.pk ? null : (ofLive.pk ?? null);
    await recordAct(tx, { kind, act: 'imported', at: now, userPk: null, versionPk, note });
  }
  return { change: !isSeen ? 'unchanged' : live ? 'changed' : 'new', placed: ofLive.placed, findings };
}

/** The source of the courses that ship. */
const ships = 'curriculum';

function holdsAll(map: MapDocument, others: MapDocument): boolean {
  const placed = new Set(nodesOf(map).map(({ ref }) => ref));
  return nodesOf(others).every(({ ref }) => placed.has(ref));
}

interface Renewed extends TakenIn {
  /** Of the version that is to be seen now; undefined where there is none. */
  pk: number | undefined;
  /** What keeps the map from being published. */
  faults: string[];
}

/** Stores a new version of what people see, where the import makes another map of it that has no fault. */
async function renew(
  tx: Tx,
  shown: Published | undefined,
  change: FileChange,
  { now, compile }: { now: Date; compile: MapCompiler },
): Promise<Renewed> {
  const taken = takeIn(shown?.document ?? null, change);
  const { compiled, faults } = await checked(taken.map, change, compile);
  if (compiled === null) return { ...taken, pk: shown?.pk, faults };
  // The compiled map can differ with the same document: after an update that draws another coast.
  if (shown?.document && isSameMap(shown.document, taken.map) && sameJson(shown.compiled, JSON.parse(compiled)))
    return { ...taken, pk: shown.pk, faults };
  const pk = await insertVersion(tx, { document: taken.map, compiled, userPk: null, now });
  return { ...taken, pk, faults };
}

/** The compiled map as JSON, or what keeps the document from being published. */
async function checked(
  document: MapDocument,
  { known }: FileChange,
  compile: MapCompiler,
): Promise<{ compiled: string | null; faults: string[] }> {
  const shape = shapeFault(document);
  if (shape) return { compiled: null, faults: [shape] };
  const { compiled, issues } = await compile({ document, known }).catch(sayTooLong);
  return { compiled, faults: issues.filter(({ severity }) => severity === 'error').map(({ message }) => message) };
}

function sayTooLong(error: unknown): CompiledMap {
  if (!(error instanceof TaskLimitError)) throw error;
  const message = 'Drawing this map takes too long. Shorten its paths, or take land and signs away.';
  return { compiled: null, issues: [{ code: 'no_route', severity: 'error', message }] };
}

/** Two sides that keep the limits of a document each can break them together. */
const shapeFault = (document: MapDocument): string | undefined =>
  MapDocument.safeParse(document).error?.issues[0]?.message;

interface DraftChange {
  draft: Awaited<ReturnType<typeof findDraft>>;
  live: Renewed;
  change: FileChange;
  now: Date;
}

/** The draft takes in what the file changed; without one, a map that could not be published becomes the draft. */
async function renewDraft(
  tx: Tx,
  { draft, live, change, now }: DraftChange,
): Promise<{ taken?: TakenIn; isStored: boolean; findings: MapFinding[] }> {
  const before = draft?.document ?? null;
  if (!before && live.faults.length === 0) return { isStored: false, findings: [] };
  const taken = before ? takeIn(before, change) : live;
  if (before && isSameMap(before, taken.map)) return { taken, isStored: false, findings: [] };
  const fault = shapeFault(taken.map);
  if (fault) {
    const message = `The draft stays without what the file changed, because both together are too much: ${fault}`;
    return { isStored: false, findings: [{ code: 'draft-kept', message }] };
  }
  const saved = draft?.saved_at && { at: draft.saved_at, userPk: draft.user_pk };
  await storeDraft(tx, {
    document: taken.map,
    revision: (draft?.revision ?? 0) + 1,
    // A draft that is not what is live is somebody's, if only the import's.
    saved: saved ?? (live.faults.length > 0 ? { at: now, userPk: null } : null),
  });
  const mended = before ? foldedFaults(before, change) : [];
  return {
    taken,
    isStored: true,
    findings: mended.map((fault) => ({
      code: 'draft-mended',
      message: `${fault} The import has kept the first in the draft.`,
    })),
  };
}

/** A merge cannot keep a thing that is there twice (see `Facts`). */
function foldedFaults(draft: MapDocument, { base, known }: FileChange): string[] {
  if (isSameMap(draft, base)) return [];
  const folded = ['duplicate_slug', 'overlap'];
  return validateMap(draft, known)
    .filter(({ code }) => folded.includes(code))
    .map(({ message }) => message);
}

/** What all copies of the map have had done to them, each named once. */
function findingsOf(all: readonly TakenIn[]): MapFinding[] {
  const find = (
    code: MapFinding['code'],
    namesOf: (taken: TakenIn) => readonly string[],
    sentence: (names: string) => string,
  ): MapFinding[] => {
    const names = [...new Set(all.flatMap(namesOf))];
    return names.length > 0 ? [{ code, message: sentence(names.join(', ')) }] : [];
  };
  return [
    ...find(
      'edited',
      ({ clashes }) => clashes.map(({ key }) => key),
      (names) => `Changed in the file and in the editor, kept as the editor has it: ${names}.`,
    ),
    ...find(
      'gone',
      ({ gone }) => gone,
      (names) => `Taken off the map, because there is no such thing any more: ${names}.`,
    ),
    ...find(
      'no-room',
      ({ homeless }) => homeless,
      (names) => `There is no room for ${names}. Move what lies around it in the editor, and import again.`,
    ),
  ];
}

function heldBack(what: string, [fault, ...more]: readonly string[]): MapFinding[] {
  if (fault === undefined) return [];
  const others = more.length === 0 ? '' : ` (And ${more.length} more.)`;
  const message = `${what} stays as it is: the file and the editor do not fit together. ${fault}${others} Mend the draft in the editor, and publish it.`;
  return [{ code: 'held-back', message }];
}

/** What an older version of the platform has stored, and this one cannot read. */
function unreadable(copies: Record<string, { document: MapDocument | null } | undefined>): MapFinding[] {
  return Object.entries(copies)
    .filter(([, copy]) => copy?.document === null)
    .map(([name]) => ({
      code: 'unreadable',
      message: `The stored document of ${name} cannot be read by this version. The file takes its place.`,
    }));
}
