import { isDeepStrictEqual } from 'node:util';
import {
  type HexmapName,
  hexmapOfKind,
  kindOfHexmap,
  type MapDocument,
  type MapDraft,
  type MapEdit,
  type MapKind,
} from '@hexpedition/contract';
import { type Issue, type KnownSlugs, removeUnknown } from '@hexpedition/hexkit';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { announcePageChange } from '#platform/db/page-changes';
import { AppError, invalid, notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import { etagOf } from './draft-etag.ts';
import type { MapCompiler } from './map-compiler.ts';
import {
  findPublishedVersion,
  findVersion,
  type PublishInputs,
  presentPublished,
  readKnown,
  readPublishInputs,
} from './maps.read-model.ts';
import { pointTo, recordAct, storeDraft } from './maps.store.ts';
import { currentDraft, lockMap, mapTags, publishMap } from './publish-map.ts';

type Target = 'draft' | 'beta' | '2';

interface MapServiceDeps {
  db: Db;
  clock: Clock;
  compile: MapCompiler;
}

/** How to publish a map. */
interface PublishOptions<B> {
  kind: MapKind;
  /** Reads everything that the document and its compiled map depend on. */
  readInputs: (from: Db | Tx) => Promise<B>;
  document: (inputs: B) => Promise<MapDocument>;
  known: (inputs: B) => KnownSlugs;
  apply: (tx: Tx, made: { document: MapDocument; compiled: string; inputs: B }) => Promise<void>;
}

export function createMapService({ db, clock, compile }: MapServiceDeps) {
  async function read(from: Db | Tx, kind: MapKind): Promise<MapDraft> {
    const [{ row, document }, live, beta] = await Promise.all([
      currentDraft(from, kind),
      findPublishedVersion(from, kind, '2'),
      findPublishedVersion(from, kind, 'beta'),
    ]);
    return {
      hexmap: hexmapOfKind[kind],
      etag: etagOf(kind, row?.revision ?? 0),
      document,
      saved: row?.saved_at ? { by: row.by, at: row.saved_at.toISOString() } : null,
      live: presentPublished(live),
      beta: presentPublished(beta),
    };
  }

  /**
   * Checks that the draft has not changed since the version that the author has read.
   * @param stated `etag` of that version; undefined if the call does not state it
   * @param yours the document that the author sent
   * @throws AppError invalid_request, conflict with both sides
   */
  async function requireUnchanged(
    from: Db | Tx,
    { kind, revision, stated, yours }: { kind: MapKind; revision: number; stated?: string; yours?: MapDocument },
  ): Promise<void> {
    if (stated === undefined) {
      throw invalid({ etag: 'Send the etag of the draft that you changed, as a field or in the header If-Match.' });
    }
    if (stated === etagOf(kind, revision)) return;
    throw mapConflict({ yours: yours ?? null, theirs: await read(from, kind) });
  }

  /** Writes the draft. */
  async function save(tx: Tx, viewer: Viewer, document: MapDocument, revision: number): Promise<void> {
    const now = clock.now();
    await storeDraft(tx, { document, revision: revision + 1, saved: { at: now, userPk: viewer.pk } });
    await recordAct(tx, { kind: document.kind, act: 'saved', at: now, userPk: viewer.pk, versionPk: null });
    // Documents are too large for the audit log, and the map keeps its published versions.
    const data = { before: { revision }, after: { revision: revision + 1 } };
    await audit(tx, { actor: viewer.pk, action: 'map.draft_saved', subject: `map:${document.kind}`, data });
  }

  /**
   * Compiles before the transaction, which blocks others, and checks inside it that nothing has changed. If something
   * has, it compiles once more; then the author gets a conflict.
   */
  async function compileAndPublish<B>({
    kind,
    readInputs,
    document: find,
    known,
    apply,
  }: PublishOptions<B>): Promise<MapDraft> {
    for (let i = 0; i < 2; i++) {
      const before = await readInputs(db);
      const document = await find(before);
      const { compiled, issues } = await compile({ document, known: known(before) });
      if (compiled === null) throw invalidMap(issues);
      const done = await db.transaction().execute(async (tx) => {
        await lockMap(tx, kind);
        if (!isDeepStrictEqual(await readInputs(tx), before)) return undefined;
        await apply(tx, { document, compiled, inputs: before });
        return read(tx, kind);
      });
      if (done) return done;
    }
    throw mapConflict();
  }

  interface Change {
    kind: MapKind;
    version: 'beta' | '2';
    viewer: Viewer;
  }

  /** Publishes the draft, with its new content if given. */
  function publishDraft(
    { kind, version, viewer }: Change,
    given: MapDocument | undefined,
    stated: string | undefined,
  ): Promise<MapDraft> {
    return compileAndPublish<PublishInputs>({
      kind,
      readInputs: (from) => readPublishInputs(from, kind),
      async document({ revision }) {
        await requireUnchanged(db, { kind, revision, stated, yours: given });
        return given ?? (await currentDraft(db, kind)).document;
      },
      known: (inputs) => inputs.known,
      async apply(tx, { inputs: { revision }, ...made }) {
        if (given) await save(tx, viewer, given, revision);
        const by = { userPk: viewer.pk, now: clock.now() };
        const before = await findPublishedVersion(tx, kind, version);
        const published = await publishMap(tx, made, version === '2' ? ['2', 'beta'] : ['beta'], by);
        const act = version === '2' ? 'published_live' : 'published_beta';
        await recordAct(tx, { kind, act, at: by.now, userPk: viewer.pk, versionPk: published });
        const data = { before: { pk: before?.pk ?? null }, after: { pk: published } };
        await audit(tx, { actor: viewer.pk, action: `map.${act}`, subject: `map:${kind}`, data });
        // A draft that was published live is no longer a draft.
        if (version === '2')
          await storeDraft(tx, { document: made.document, revision: revision + (given ? 2 : 1), saved: null });
      },
    });
  }

  /** Restores an earlier published version, without items that the curriculum no longer has. */
  async function restoreVersion({ kind, version, viewer }: Change, pk: number): Promise<MapDraft> {
    const found = await findVersion(db, kind, pk);
    if (!found) throw notFound('version of the map');
    const without = (known: KnownSlugs) => removeUnknown(found.document, known);
    return compileAndPublish<KnownSlugs>({
      kind,
      readInputs: (from) => readKnown(from, kind),
      document: async (known) => without(known).map,
      known: (known) => known,
      async apply(tx, { inputs: known, ...made }) {
        const now = clock.now();
        const { gone } = without(known);
        const before = await findPublishedVersion(tx, kind, version);
        const publishedPk = gone.length === 0 ? pk : await publishMap(tx, made, [version], { userPk: viewer.pk, now });
        await pointTo(tx, kind, [version], publishedPk);
        await announcePageChange(tx, [...mapTags]);
        const notes = [
          ...(version === 'beta' ? ['beta'] : []),
          ...(gone.length > 0 ? [`Without items that no longer exist: ${gone.join(', ')}.`] : []),
        ];
        const act = { kind, act: 'rolled_back', at: now, userPk: viewer.pk, versionPk: publishedPk } as const;
        await recordAct(tx, { ...act, note: notes.join(' ') });
        const data = { version, before: { pk: before?.pk ?? null }, after: { pk: publishedPk } };
        await audit(tx, { actor: viewer.pk, action: 'map.rolled_back', subject: `map:${kind}`, data });
      },
    });
  }

  return {
    read: (hexmap: HexmapName): Promise<MapDraft> => read(db, kindOfHexmap[hexmap]),

    /**
     * Saves the draft, publishes it, or restores an earlier version: see `MapEdit`.
     * @param ifMatch If-Match header, instead of the field `etag`
     * @throws AppError invalid_request, not_found, conflict
     */
    async edit(hexmap: HexmapName, target: Target, edit: MapEdit, ifMatch: string | undefined, viewer: Viewer) {
      const kind = kindOfHexmap[hexmap];
      const { document, pk, etag } = edit;
      const stated = ifMatch ?? etag;
      if (document && document.kind !== kind) throw invalid({ document: `This is a map of ${document.kind}.` });
      if (target !== 'draft') {
        const change = { kind, version: target, viewer };
        return pk === undefined ? publishDraft(change, document, stated) : restoreVersion(change, pk);
      }
      if (!document) throw invalid({ document: 'Send the document to save.' });
      return db.transaction().execute(async (tx): Promise<MapDraft> => {
        await lockMap(tx, kind);
        const { revision } = await readPublishInputs(tx, kind);
        await requireUnchanged(tx, { kind, revision, stated, yours: document });
        await save(tx, viewer, document, revision);
        return read(tx, kind);
      });
    },
  };
}

const mapConflict = (sides?: { yours: MapDocument | null; theirs: MapDraft }) =>
  new AppError(
    'conflict',
    'Another author has changed this map in the meantime. Compare both versions, then save again.',
    sides && { sides },
  );

function invalidMap(issues: readonly Issue[]): AppError {
  const errors = issues.filter(({ severity }) => severity === 'error');
  const more = errors.length > 1 ? ` (And ${errors.length - 1} more.)` : '';
  return invalid({ document: `This map cannot be published: ${errors[0]?.message}${more}` });
}
