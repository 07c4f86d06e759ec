import type { MapDraft, MapPresence } from '@hexpedition/contract';
import {
  createTestFolder,
  type TestFolder,
  testLabs,
  validFiles,
} from '@hexpedition/curriculum/testing/curriculum-files';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importCurriculum } from '#features/content/import/import-curriculum';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';
import { createPresenceSweep } from './presence.sweep.ts';

let test: TestApp;
let folder: TestFolder;
let captain: Caller;
let mate: Caller & { pk: number };
beforeEach(async () => {
  [test, folder] = await Promise.all([createTestApp(), createTestFolder(validFiles())]);
  captain = await test.as({ username: 'captain', isSuperuser: true });
  mate = await test.as({ username: 'mate', isSuperuser: true });
});
afterEach(() => Promise.all([test.close(), folder.remove()]));

const presenceUrl = '/api/admin/map/hexmap/presence';
const sendHeartbeat = async (who: Caller, hex: { q: number; r: number } | null = null, url = presenceUrl) => {
  const { status, body } = await who.post<MapPresence>(url, { hex });
  expect(status).toBe(200);
  return body;
};
const rows = () => test.database.db.selectFrom('hexmap_presence').select(['kind', 'user_pk']).execute();

describe('open editor', () => {
  it('sees the other authors with their position and arrival time', async () => {
    expect(await sendHeartbeat(captain, { q: 3, r: -2 })).toMatchObject({ others: [] });
    const since = test.clock.now().toISOString();
    test.clock.advance(4);
    expect((await sendHeartbeat(mate)).others).toEqual([{ username: 'captain', hex: { q: 3, r: -2 }, since }]);
    await sendHeartbeat(captain);
    expect((await sendHeartbeat(mate)).others).toEqual([{ username: 'captain', hex: null, since }]);
    // Each map has its own presence.
    expect((await sendHeartbeat(mate, null, '/api/admin/map/hexmapYT/presence')).others).toEqual([]);
  });

  it('is forgotten soon after its last heartbeat and starts again when it returns', async () => {
    await sendHeartbeat(captain);
    test.clock.advance(14);
    expect((await sendHeartbeat(mate)).others).toHaveLength(1);
    test.clock.advance(2);
    expect((await sendHeartbeat(mate)).others).toEqual([]);
    await sendHeartbeat(captain);
    expect((await sendHeartbeat(mate)).others[0]?.since).toBe(test.clock.now().toISOString());
    test.clock.advance(60);
    await createPresenceSweep({ db: test.database.db, clock: test.clock })();
    expect(await rows()).toEqual([]);
  });

  it('can report repeatedly that it is closed', async () => {
    await Promise.all([sendHeartbeat(captain), sendHeartbeat(captain), sendHeartbeat(captain, { q: 1, r: 1 })]);
    for (const _ of [1, 2]) expect((await captain.delete(presenceUrl)).status).toBe(200);
    expect((await sendHeartbeat(mate)).others).toEqual([]);
  });

  it('learns that a draft was saved or published, without the document', async () => {
    expect(await sendHeartbeat(captain)).toEqual({ etag: '"trainings-0"', live: null, beta: null, others: [] });
    await importCurriculum({ db: test.database.db, root: folder.root, labs: testLabs });
    const { body: draft } = await captain.get<MapDraft>('/api/admin/map/hexmap');
    const known = { etag: draft.etag, live: draft.live?.pk, beta: draft.beta?.pk };
    expect(await sendHeartbeat(captain)).toEqual({ ...known, others: [] });
    const saved = await mate.post<MapDraft>(
      '/api/config/hexmapdraft/edit',
      { document: { ...draft.document, recommended_start: null } },
      { 'if-match': draft.etag },
    );
    expect(await sendHeartbeat(captain)).toMatchObject({ etag: saved.body.etag });
    expect(saved.body.etag).not.toBe(draft.etag);
  });
});

describe('presence', () => {
  it('is only for superusers and lists only superusers', async () => {
    await sendHeartbeat(mate);
    const learner = await test.as({ username: 'learner', betaAccess: true });
    for (const call of [learner.post(presenceUrl, { hex: null }), learner.delete(presenceUrl)])
      expect((await call).status).toBe(403);
    for (const call of [test.anonymous.post(presenceUrl, { hex: null }), test.anonymous.delete(presenceUrl)])
      expect((await call).status).toBe(401);
    const change = (what: { is_superuser: boolean } | { is_active: boolean }) =>
      test.database.db.updateTable('users').set(what).where('pk', '=', mate.pk).execute();
    expect((await sendHeartbeat(captain)).others).toHaveLength(1);
    await change({ is_superuser: false });
    expect((await sendHeartbeat(captain)).others).toEqual([]);
    await change({ is_superuser: true });
    await change({ is_active: false });
    expect((await sendHeartbeat(captain)).others).toEqual([]);
  });

  it('rejects invalid input', async () => {
    const wrong = [{ q: 0.5, r: 0 }, { q: 0 }, { q: 16_384, r: 0 }, { q: 0, r: 0, s: 0 }, 'here', [0, 0]];
    for (const body of [...wrong.map((hex) => ({ hex })), {}, { hex: null, username: 'captain' }])
      expect((await captain.post(presenceUrl, body)).status).toBe(400);
    expect((await captain.post('/api/admin/map/other/presence', { hex: null })).status).toBe(400);
    expect((await captain.delete('/api/admin/map/other/presence')).status).toBe(400);
    expect(await rows()).toEqual([]);
  });

  it('is limited per author', async () => {
    for (let i = 0; i < 120; i++) await sendHeartbeat(captain);
    const rejected = await captain.post(presenceUrl, { hex: null });
    expect(rejected).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect((await captain.delete(presenceUrl)).status).toBe(429);
    await sendHeartbeat(mate);
    test.clock.advance(61);
    await sendHeartbeat(captain);
  });

  it('is deleted with the account', async () => {
    await Promise.all([sendHeartbeat(captain), sendHeartbeat(mate)]);
    await test.database.db.deleteFrom('users').where('pk', '=', mate.pk).execute();
    expect(await rows()).toMatchObject([{ kind: 'trainings' }]);
  });
});
