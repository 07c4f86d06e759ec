import {
  type HexmapName,
  hexmapOfKind,
  kindOfHexmap,
  type MapDocument,
  type MapDraft,
  type MapEdit,
  type MapKind,
} from '@hexpedition/contract';
import { withoutUnknown } from '@hexpedition/hexkit';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { announcePageChange } from '#platform/db/page-changes';
import { AppError, invalid, notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import { etagOf } from './etag.ts';
import { findDraft, findPublished, findVersion, type Published, readKnown } from './maps.read-model.ts';
import { pointTo, recordAct, storeDraft } from './maps.store.ts';
import { compileFor, currentDraft, lockMap, mapTags, noMap, publish } from './publish.ts';

type Target = 'draft' | 'beta' | '2';

export function createMapService({ db, clock }: { db: Db; clock: Clock }) {
  async function read(from: Db | Tx, kind: MapKind): Promise<MapDraft> {
    const [draft, live, beta] = await Promise.all([
      findDraft(from, kind),
      findPublished(from, kind, '2'),
      findPublished(from, kind, 'beta'),
    ]);
    return {
      hexmap: hexmapOfKind[kind],
      etag: etagOf(kind, draft?.revision ?? 0),
      document: draft?.document ?? live?.document ?? noMap(kind),
      saved: draft?.saved_at ? { by: draft.by, at: draft.saved_at.toISOString() } : null,
      live: presentPublished(live),
      beta: presentPublished(beta),
    };
  }

  /** Writes the draft and says what it is now. */
  async function save(tx: Tx, viewer: Viewer, document: MapDocument, revision: number): Promise<void> {
    const now = clock.now();
    await storeDraft(tx, { document, revision: revision + 1, saved: { at: now, userPk: viewer.pk } });
    await recordAct(tx, { kind: document.kind, act: 'saved', at: now, userPk: viewer.pk, versionPk: null });
  }

  /** Goes back to what people saw once, without what the curriculum no longer has. */
  async function rollBack(tx: Tx, kind: MapKind, version: 'beta' | '2', pk: number, viewer: Viewer): Promise<void> {
    const found = await findVersion(tx, kind, pk);
    if (!found) throw notFound('version of the map');
    const now = clock.now();
    const { map, gone } = withoutUnknown(found.document, await readKnown(tx, kind));
    await refuseFaults(tx, map);
    const shown = gone.length === 0 ? pk : await publish(tx, map, [version], { userPk: viewer.pk, now });
    await pointTo(tx, kind, [version], shown);
    await announcePageChange(tx, [...mapTags]);
    const notes = [
      ...(version === 'beta' ? ['beta'] : []),
      ...(gone.length > 0 ? [`Without what is no more: ${gone.join(', ')}.`] : []),
    ];
    const act = { kind, act: 'rolled_back', at: now, userPk: viewer.pk, versionPk: shown } as const;
    await recordAct(tx, { ...act, note: notes.join(' ') });
    const data = { version, pk: shown };
    await audit(tx, { actor: viewer.pk, action: 'map.rolled_back', subject: `map:${kind}`, data });
  }

  return {
    read: (hexmap: HexmapName): Promise<MapDraft> => read(db, kindOfHexmap[hexmap]),

    /**
     * Saves the draft, publishes it, or goes back to an earlier version: see `MapEdit`.
     * @param ifMatch the header: the ETag of the draft that the change builds on; an earlier version needs none
     * @throws AppError invalid_request, not_found, conflict
     */
    edit(hexmap: HexmapName, target: Target, edit: MapEdit, ifMatch: string | undefined, viewer: Viewer) {
      const kind = kindOfHexmap[hexmap];
      const { document, pk } = edit;
      if (document && document.kind !== kind) throw invalid({ document: `This is a map of ${document.kind}.` });
      if (target === 'draft' && !document) throw invalid({ document: 'Send the document to save.' });
      return db.transaction().execute(async (tx): Promise<MapDraft> => {
        await lockMap(tx, kind);
        if (pk !== undefined && target !== 'draft') {
          await rollBack(tx, kind, target, pk, viewer);
          return read(tx, kind);
        }
        const before = await currentDraft(tx, kind);
        const { revision } = before;
        checkEtag(ifMatch, etagOf(kind, revision));
        const next = document ?? before.document;
        if (document) await save(tx, viewer, document, revision);
        if (target === 'draft') return read(tx, kind);
        await refuseFaults(tx, next);
        const by = { userPk: viewer.pk, now: clock.now() };
        const published = await publish(tx, next, target === '2' ? ['2', 'beta'] : ['beta'], by);
        const act = target === '2' ? 'published_live' : 'published_beta';
        await recordAct(tx, { kind, act, at: by.now, userPk: viewer.pk, versionPk: published });
        await audit(tx, { actor: viewer.pk, action: `map.${act}`, subject: `map:${kind}`, data: { pk: published } });
        // What is live is no longer a draft.
        if (target === '2')
          await storeDraft(tx, { document: next, revision: revision + (document ? 2 : 1), saved: null });
        return read(tx, kind);
      });
    },
  };
}

function checkEtag(given: string | undefined, right: string): void {
  if (given === undefined)
    throw invalid({ 'if-match': 'Send the ETag of the draft that you have changed, as the header If-Match.' });
  if (given === right) return;
  throw new AppError('conflict', 'Somebody else has changed this map meanwhile. Look at both, and save again.');
}

async function refuseFaults(tx: Tx, document: MapDocument): Promise<void> {
  const { issues } = await compileFor(tx, document);
  const faults = issues.filter(({ severity }) => severity === 'error');
  if (faults.length === 0) return;
  const more =
    faults.length > 1 ? ` There ${faults.length === 2 ? 'is one fault' : `are ${faults.length - 1} faults`} more.` : '';
  throw invalid({ document: `This map cannot be published: ${faults[0]?.message}${more}` });
}

const presentPublished = (row: Published | undefined) =>
  row ? { pk: row.pk, published_at: row.published_at.toISOString(), by: row.by } : null;
