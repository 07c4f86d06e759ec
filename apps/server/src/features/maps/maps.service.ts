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
import { type Issue, type KnownSlugs, withoutUnknown } from '@hexpedition/hexkit';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { announcePageChange } from '#platform/db/page-changes';
import { AppError, invalid, notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import { etagOf } from './etag.ts';
import type { MapCompiler } from './map-compiler.ts';
import { type Basis, findShown, findVersion, presentShown, readBasis, readKnown } from './maps.read-model.ts';
import { pointTo, recordAct, storeDraft } from './maps.store.ts';
import { currentDraft, lockMap, mapTags, publish } from './publish.ts';

type Target = 'draft' | 'beta' | '2';

interface MapServiceDeps {
  db: Db;
  clock: Clock;
  compile: MapCompiler;
}

/** How a map is published. */
interface Publishing<B> {
  kind: MapKind;
  /** Reads all that the document and its compiled map depend on. */
  basis: (from: Db | Tx) => Promise<B>;
  document: (basis: B) => Promise<MapDocument>;
  known: (basis: B) => KnownSlugs;
  apply: (tx: Tx, made: { document: MapDocument; compiled: string; basis: B }) => Promise<void>;
}

export function createMapService({ db, clock, compile }: MapServiceDeps) {
  async function read(from: Db | Tx, kind: MapKind): Promise<MapDraft> {
    const [{ row, document }, live, beta] = await Promise.all([
      currentDraft(from, kind),
      findShown(from, kind, '2'),
      findShown(from, kind, 'beta'),
    ]);
    return {
      hexmap: hexmapOfKind[kind],
      etag: etagOf(kind, row?.revision ?? 0),
      document,
      saved: row?.saved_at ? { by: row.by, at: row.saved_at.toISOString() } : null,
      live: presentShown(live),
      beta: presentShown(beta),
    };
  }

  /** Writes the draft. */
  async function save(tx: Tx, viewer: Viewer, document: MapDocument, revision: number): Promise<void> {
    const now = clock.now();
    await storeDraft(tx, { document, revision: revision + 1, saved: { at: now, userPk: viewer.pk } });
    await recordAct(tx, { kind: document.kind, act: 'saved', at: now, userPk: viewer.pk, versionPk: null });
    // The documents are large, and the map keeps those that people have seen.
    const data = { before: { revision }, after: { revision: revision + 1 } };
    await audit(tx, { actor: viewer.pk, action: 'map.draft_saved', subject: `map:${document.kind}`, data });
  }

  /**
   * Compiles before the transaction, which others wait for, and looks inside of it whether all is still as it was. If
   * not, it compiles once more; after that it is the author's turn.
   */
  async function publishing<B>({ kind, basis, document: find, known, apply }: Publishing<B>): Promise<MapDraft> {
    for (let i = 0; i < 2; i++) {
      const before = await basis(db);
      const document = await find(before);
      const { compiled, issues } = await compile({ document, known: known(before) });
      if (compiled === null) throw faulty(issues);
      const done = await db.transaction().execute(async (tx) => {
        await lockMap(tx, kind);
        if (!isDeepStrictEqual(await basis(tx), before)) return undefined;
        await apply(tx, { document, compiled, basis: before });
        return read(tx, kind);
      });
      if (done) return done;
    }
    throw changedMeanwhile();
  }

  interface Change {
    kind: MapKind;
    version: 'beta' | '2';
    viewer: Viewer;
  }

  /** Shows the draft, with its new content where that is given. */
  function publishDraft(
    { kind, version, viewer }: Change,
    given: MapDocument | undefined,
    ifMatch: string | undefined,
  ): Promise<MapDraft> {
    return publishing<Basis>({
      kind,
      basis: (from) => readBasis(from, kind),
      async document({ revision }) {
        checkEtag(ifMatch, etagOf(kind, revision));
        return given ?? (await currentDraft(db, kind)).document;
      },
      known: (basis) => basis.known,
      async apply(tx, { basis: { revision }, ...made }) {
        if (given) await save(tx, viewer, given, revision);
        const by = { userPk: viewer.pk, now: clock.now() };
        const before = await findShown(tx, kind, version);
        const published = await publish(tx, made, version === '2' ? ['2', 'beta'] : ['beta'], by);
        const act = version === '2' ? 'published_live' : 'published_beta';
        await recordAct(tx, { kind, act, at: by.now, userPk: viewer.pk, versionPk: published });
        const data = { before: { pk: before?.pk ?? null }, after: { pk: published } };
        await audit(tx, { actor: viewer.pk, action: `map.${act}`, subject: `map:${kind}`, data });
        // What is live is no longer a draft.
        if (version === '2')
          await storeDraft(tx, { document: made.document, revision: revision + (given ? 2 : 1), saved: null });
      },
    });
  }

  /** Goes back to what people saw once, without what the curriculum no longer has. */
  async function rollBack({ kind, version, viewer }: Change, pk: number): Promise<MapDraft> {
    const found = await findVersion(db, kind, pk);
    if (!found) throw notFound('version of the map');
    const without = (known: KnownSlugs) => withoutUnknown(found.document, known);
    return publishing<KnownSlugs>({
      kind,
      basis: (from) => readKnown(from, kind),
      document: async (known) => without(known).map,
      known: (known) => known,
      async apply(tx, { basis: known, ...made }) {
        const now = clock.now();
        const { gone } = without(known);
        const before = await findShown(tx, kind, version);
        const shown = gone.length === 0 ? pk : await publish(tx, made, [version], { userPk: viewer.pk, now });
        await pointTo(tx, kind, [version], shown);
        await announcePageChange(tx, [...mapTags]);
        const notes = [
          ...(version === 'beta' ? ['beta'] : []),
          ...(gone.length > 0 ? [`Without what is no more: ${gone.join(', ')}.`] : []),
        ];
        const act = { kind, act: 'rolled_back', at: now, userPk: viewer.pk, versionPk: shown } as const;
        await recordAct(tx, { ...act, note: notes.join(' ') });
        const data = { version, before: { pk: before?.pk ?? null }, after: { pk: shown } };
        await audit(tx, { actor: viewer.pk, action: 'map.rolled_back', subject: `map:${kind}`, data });
      },
    });
  }

  return {
    read: (hexmap: HexmapName): Promise<MapDraft> => read(db, kindOfHexmap[hexmap]),

    /**
     * Saves the draft, publishes it, or goes back to an earlier version: see `MapEdit`.
     * @param ifMatch the header: the ETag of the draft that the change builds on; an earlier version needs none
     * @throws AppError invalid_request, not_found, conflict
     */
    async edit(hexmap: HexmapName, target: Target, edit: MapEdit, ifMatch: string | undefined, viewer: Viewer) {
      const kind = kindOfHexmap[hexmap];
      const { document, pk } = edit;
      if (document && document.kind !== kind) throw invalid({ document: `This is a map of ${document.kind}.` });
      if (target !== 'draft') {
        const change = { kind, version: target, viewer };
        return pk === undefined ? publishDraft(change, document, ifMatch) : rollBack(change, pk);
      }
      if (!document) throw invalid({ document: 'Send the document to save.' });
      return db.transaction().execute(async (tx): Promise<MapDraft> => {
        await lockMap(tx, kind);
        const { revision } = await readBasis(tx, kind);
        checkEtag(ifMatch, etagOf(kind, revision));
        await save(tx, viewer, document, revision);
        return read(tx, kind);
      });
    },
  };
}

function checkEtag(given: string | undefined, right: string): void {
  if (given === undefined)
    throw invalid({ 'if-match': 'Send the ETag of the draft that you have changed, as the header If-Match.' });
  if (given !== right) throw changedMeanwhile();
}

const changedMeanwhile = () =>
  new AppError('conflict', 'Somebody else has changed this map meanwhile. Look at both, and save again.');

function faulty(issues: readonly Issue[]): AppError {
  const faults = issues.filter(({ severity }) => severity === 'error');
  const more =
    faults.length > 1 ? ` There ${faults.length === 2 ? 'is one fault' : `are ${faults.length - 1} faults`} more.` : '';
  return invalid({ document: `This map cannot be published: ${faults[0]?.message}${more}` });
}
