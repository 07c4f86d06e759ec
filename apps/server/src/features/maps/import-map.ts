import { MapDocument, type MapKind, type NodeRef } from '@hexpedition/contract';
import {
  type FileChange,
  type FileMergeResult,
  isSameMap,
  mergeFileChanges,
  nodesOf,
  validateMap,
} from '@hexpedition/hexkit';
import type { Tx } from '#platform/db/db';
import { TaskLimitError } from '#platform/worker-thread';
import type { CompiledMap } from './compile-in-process.ts';
import type { MapCompiler } from './map-compiler.ts';
import { findDraft, findFile, findPublishedMapDocument, type PublishedMap } from './maps.read-model.ts';
import { insertVersion, pointTo, recordAct, storeDraft, storeFile } from './maps.store.ts';
import { lockMap, noMap, sameJson } from './publish-map.ts';

/** A finding of a map import that its author has to know. */
interface MapFinding {
  code: 'edited' | 'gone' | 'no-room' | 'held-back' | 'draft-mended' | 'draft-kept' | 'unreadable';
  /** Complete sentences. */
  message: string;
}

/** The result of importing a map. */
export interface MapImport {
  /** Change of the published maps, live or beta. */
  change: 'new' | 'changed' | 'unchanged';
  /** Nodes that were given a hex because neither the file nor the editor had one for them. */
  placed: NodeRef[];
  findings: MapFinding[];
}

interface Source extends Pick<FileChange, 'expected' | 'known'> {
  kind: MapKind;
  /** Source of the file: the shipped courses or a bundle. */
  importSource: string;
  /** The document in the file; null if there is none. */
  file: MapDocument | null;
  /** Runs in a worker thread, because a large map takes seconds. */
  compile: MapCompiler;
}

/**
 * Merges the map file of a course import into a map. The file and the editor edit the same document: changes of the
 * file since its last import are merged into the current live map, beta map and draft (see `mergeFileChanges`). Only a map
 * without problems is published. If the file and the editor conflict, the published maps stay, and both versions wait
 * in the draft for an author.
 */
export async function importMap(
  tx: Tx,
  { kind, importSource, file: given, expected, known, compile }: Source,
  now: Date,
): Promise<MapImport> {
  await lockMap(tx, kind);
  const own = await findFile(tx, kind, importSource);
  const shipped = await findFile(tx, kind, shippedSource);
  const live = await findPublishedMapDocument(tx, kind, '2');
  const beta = await findPublishedMapDocument(tx, kind, 'beta');
  const draft = await findDraft(tx, kind, true);
  if (!given && !live && expected.length === 0) return { change: 'unchanged', placed: [], findings: [] };
  const last = own ?? shipped;
  const file = given ?? last ?? noMap(kind);
  // Items that are missing in the first map of a bundle are unknown to it, not removed by it.
  const isPartial = !own && shipped !== null && !containsAll(file, shipped);
  const change = { base: (isPartial ? null : last) ?? file, file, expected, known };
  const isFileNew = (given !== null || last === null) && !(own && isSameMap(own, file));
  if (isFileNew) await storeFile(tx, importSource, file);

  const liveUpdate = await updateVersion(tx, live, change, { now, compile });
  if (liveUpdate.pk !== undefined && liveUpdate.pk !== live?.pk) await pointTo(tx, kind, ['2'], liveUpdate.pk);
  const betaFollowsLive = !beta || beta.pk === live?.pk;
  const betaUpdate = betaFollowsLive
    ? { ...liveUpdate, problems: [] }
    : await updateVersion(tx, beta, change, { now, compile });
  if (betaUpdate.pk !== undefined && betaUpdate.pk !== beta?.pk) await pointTo(tx, kind, ['beta'], betaUpdate.pk);
  const draftUpdate = await updateDraft(tx, { draft, live: liveUpdate, change, now });

  const findings = [
    ...unreadable({ live, beta, draft }),
    ...findingsOf([liveUpdate, betaUpdate, ...(draftUpdate.taken ? [draftUpdate.taken] : [])]),
    ...heldBack('live', liveUpdate.problems),
    ...heldBack('beta', betaUpdate.problems),
    ...draftUpdate.findings,
  ];
  const isPublishedChanged = liveUpdate.pk !== live?.pk || betaUpdate.pk !== beta?.pk;
  if (isPublishedChanged || draftUpdate.isStored || (isFileNew && findings.length > 0)) {
    const { placed } = liveUpdate;
    const note = [
      ...findings.map(({ message }) => message),
      ...(placed.length > 0 ? [`Placed: ${placed.join(', ')}.`] : []),
    ].join(' ');
    const versionPk = liveUpdate.pk === live?.pk ? null : (liveUpdate.pk ?? null);
    await recordAct(tx, { kind, act: 'imported', at: now, userPk: null, versionPk, note });
  }
  return { change: !isPublishedChanged ? 'unchanged' : live ? 'changed' : 'new', placed: liveUpdate.placed, findings };
}

/** Source of the shipped courses. */
const shippedSource = 'curriculum';

function containsAll(map: MapDocument, others: MapDocument): boolean {
  const placed = new Set(nodesOf(map).map(({ ref }) => ref));
  return nodesOf(others).every(({ ref }) => placed.has(ref));
}

interface VersionUpdate extends FileMergeResult {
  /** Pk of the version to show now; undefined if there is none. */
  pk: number | undefined;
  /** Problems that prevent publication. */
  problems: string[];
}

/** Stores a new published version if the import changes the map and the map has no problems. */
async function updateVersion(
  tx: Tx,
  current: PublishedMap | undefined,
  change: FileChange,
  { now, compile }: { now: Date; compile: MapCompiler },
): Promise<VersionUpdate> {
  const taken = mergeFileChanges(current?.document ?? null, change);
  const { compiled, problems } = await compileOrExplain(taken.map, change, compile);
  if (compiled === null) return { ...taken, pk: current?.pk, problems };
  // The same document can compile to another map, for example after an update that draws coasts differently.
  if (current?.document && isSameMap(current.document, taken.map) && sameJson(current.compiled, JSON.parse(compiled)))
    return { ...taken, pk: current.pk, problems };
  const pk = await insertVersion(tx, { document: taken.map, compiled, userPk: null, now });
  return { ...taken, pk, problems };
}

/** Returns the compiled map as JSON, or the problems that prevent publication. */
async function compileOrExplain(
  document: MapDocument,
  { known }: FileChange,
  compile: MapCompiler,
): Promise<{ compiled: string | null; problems: string[] }> {
  const invalid = schemaProblem(document);
  if (invalid) return { compiled: null, problems: [invalid] };
  const { compiled, issues } = await compile({ document, known }).catch(explainTimeLimit);
  return { compiled, problems: issues.filter(({ severity }) => severity === 'error').map(({ message }) => message) };
}

function explainTimeLimit(error: unknown): CompiledMap {
  if (!(error instanceof TaskLimitError)) throw error;
  const message = 'Compiling this map takes too long. Shorten its paths, or remove land and terrain.';
  return { compiled: null, issues: [{ code: 'no_route', severity: 'error', message }] };
}

/** Two documents within the limits can exceed them when merged. */
const schemaProblem = (document: MapDocument): string | undefined =>
  MapDocument.safeParse(document).error?.issues[0]?.message;

interface DraftChange {
  draft: Awaited<ReturnType<typeof findDraft>>;
  live: VersionUpdate;
  change: FileChange;
  now: Date;
}

/**
 * Merges the changes of the file into the draft. Without a draft, a map that could not be published becomes the draft.
 */
async function updateDraft(
  tx: Tx,
  { draft, live, change, now }: DraftChange,
): Promise<{ taken?: FileMergeResult; isStored: boolean; findings: MapFinding[] }> {
  const before = draft?.document ?? null;
  if (!before && live.problems.length === 0) return { isStored: false, findings: [] };
  const taken = before ? mergeFileChanges(before, change) : live;
  if (before && isSameMap(before, taken.map)) return { taken, isStored: false, findings: [] };
  const problem = schemaProblem(taken.map);
  if (problem) {
    const message = `The changes of the file were not added to the draft, because the result would be invalid: ${problem}`;
    return { isStored: false, findings: [{ code: 'draft-kept', message }] };
  }
  const saved = draft?.saved_at && { at: draft.saved_at, userPk: draft.user_pk };
  await storeDraft(tx, {
    document: taken.map,
    revision: (draft?.revision ?? 0) + 1,
    // A draft that differs from the live map needs a time of saving. If no author saved it, it is the time of the import.
    saved: saved ?? (live.problems.length > 0 ? { at: now, userPk: null } : null),
  });
  const resolved = before ? duplicateProblems(before, change) : [];
  return {
    taken,
    isStored: true,
    findings: resolved.map((problem) => ({
      code: 'draft-mended',
      message: `${problem} The import kept only the first one in the draft.`,
    })),
  };
}

/** Returns the duplicates that a merge cannot keep (see `Facts`). */
function duplicateProblems(draft: MapDocument, { base, known }: FileChange): string[] {
  if (isSameMap(draft, base)) return [];
  const duplicateCodes = ['duplicate_slug', 'overlap'];
  return validateMap(draft, known)
    .filter(({ code }) => duplicateCodes.includes(code))
    .map(({ message }) => message);
}

/** Returns the findings of all copies of the map, each item once. */
function findingsOf(all: readonly FileMergeResult[]): MapFinding[] {
  const find = (
    code: MapFinding['code'],
    namesOf: (taken: FileMergeResult) => readonly string[],
    sentence: (names: string) => string,
  ): MapFinding[] => {
    const names = [...new Set(all.flatMap(namesOf))];
    return names.length > 0 ? [{ code, message: sentence(names.join(', ')) }] : [];
  };
  return [
    ...find(
      'edited',
      ({ conflicts }) => conflicts.map(({ key }) => key),
      (names) => `Changed in both the file and the editor; the version of the editor was kept: ${names}.`,
    ),
    ...find(
      'gone',
      ({ gone }) => gone,
      (names) => `Removed from the map, because they no longer exist: ${names}.`,
    ),
    ...find(
      'no-room',
      ({ unplaced }) => unplaced,
      (names) => `There is no space for ${names}. Make space in the editor, then import again.`,
    ),
  ];
}

function heldBack(version: 'live' | 'beta', [problem, ...more]: readonly string[]): MapFinding[] {
  if (problem === undefined) return [];
  const moreText = more.length === 0 ? '' : ` (And ${more.length} more.)`;
  const message = `The ${version} map was not changed, because the file and the editor conflict. ${problem}${moreText} Fix the draft in the editor and publish it.`;
  return [{ code: 'held-back', message }];
}

/** Returns findings about documents that an older version of the platform stored and this version cannot read. */
function unreadable(copies: Record<string, { document: MapDocument | null } | undefined>): MapFinding[] {
  return Object.entries(copies)
    .filter(([, copy]) => copy?.document === null)
    .map(([name]) => ({
      code: 'unreadable',
      message: `This version cannot read the stored document of ${name}. The file replaces it.`,
    }));
}
