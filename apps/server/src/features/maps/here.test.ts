import type { MapDraft, MapHere } from '@hexpedition/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importCurriculum } from '#features/content/import/import-curriculum';
import { createTestFolder, type TestFolder, testLabs, validFiles } from '#features/content/testing/curriculum-files';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';
import { createHereSweep } from './here.sweep.ts';

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

const address = '/api/admin/map/hexmap/here';
const sign = async (who: Caller, hex: { q: number; r: number } | null = null, url = address) => {
  const { status, body } = await who.post<MapHere>(url, { hex });
  expect(status).toBe(200);
  return body;
};
const rows = () => test.database.db.selectFrom('hexmap_authors').select(['kind', 'user_pk']).execute();

describe('an open editor', () => {
  it('hears who else is here, where, and since when', async () => {
    expect(await sign(captain, { q: 3, r: -2 })).toMatchObject({ others: [] });
    const since = test.clock.now().toISOString();
    test.clock.advance(4);
    expect((await sign(mate)).others).toEqual([{ username: 'captain', hex: { q: 3, r: -2 }, since }]);
    await sign(captain);
    expect((await sign(mate)).others).toEqual([{ username: 'captain', hex: null, since }]);
    // Each map has its own.
    expect((await sign(mate, null, '/api/admin/map/hexmapYT/here')).others).toEqual([]);
  });

  it('is forgotten soon after it was last heard of, and begins anew when it comes back', async () => {
    await sign(captain);
    test.clock.advance(14);
    expect((await sign(mate)).others).toHaveLength(1);
    test.clock.advance(2);
    expect((await sign(mate)).others).toEqual([]);
    await sign(captain);
    expect((await sign(mate)).others[0]?.since).toBe(test.clock.now().toISOString());
    test.clock.advance(60);
    await createHereSweep({ db: test.database.db, clock: test.clock })();
    expect(await rows()).toEqual([]);
  });

  it('says when it is closed, as often as it likes', async () => {
    await Promise.all([sign(captain), sign(captain), sign(captain, { q: 1, r: 1 })]);
    for (const _ of [1, 2]) expect((await captain.delete(address)).status).toBe(200);
    expect((await sign(mate)).others).toEqual([]);
  });

  it('hears that something was saved or published, without the document', async () => {
    expect(await sign(captain)).toEqual({ etag: '"trainings-0"', live: null, beta: null, others: [] });
    await importCurriculum({ db: test.database.db, root: folder.root, labs: testLabs });
    const { body: draft } = await captain.get<MapDraft>('/api/admin/map/hexmap');
    const known = { etag: draft.etag, live: draft.live?.pk, beta: draft.beta?.pk };
    expect(await sign(captain)).toEqual({ ...known, others: [] });
    const saved = await mate.post<MapDraft>(
      '/api/config/hexmapdraft/edit',
      { document: { ...draft.document, recommended_start: null } },
      { 'if-match': draft.etag },
    );
    expect(await sign(captain)).toMatchObject({ etag: saved.body.etag });
    expect(saved.body.etag).not.toBe(draft.etag);
  });
});

describe('who is here', () => {
  it('is told to superusers alone, and names nobody who is no longer one', async () => {
    await sign(mate);
    const learner = await test.as({ username: 'learner', betaAccess: true });
    for (const call of [learner.post(address, { hex: null }), learner.delete(address)])
      expect((await call).status).toBe(403);
    for (const call of [test.anonymous.post(address, { hex: null }), test.anonymous.delete(address)])
      expect((await call).status).toBe(401);
    const change = (what: { is_superuser: boolean } | { is_active: boolean }) =>
      test.database.db.updateTable('users').set(what).where('pk', '=', mate.pk).execute();
    expect((await sign(captain)).others).toHaveLength(1);
    await change({ is_superuser: false });
    expect((await sign(captain)).others).toEqual([]);
    await change({ is_superuser: true });
    await change({ is_active: false });
    expect((await sign(captain)).others).toEqual([]);
  });

  it('takes no rubbish', async () => {
    const wrong = [{ q: 0.5, r: 0 }, { q: 0 }, { q: 16_384, r: 0 }, { q: 0, r: 0, s: 0 }, 'here', [0, 0]];
    for (const body of [...wrong.map((hex) => ({ hex })), {}, { hex: null, username: 'captain' }])
      expect((await captain.post(address, body)).status).toBe(400);
    expect((await captain.post('/api/admin/map/other/here', { hex: null })).status).toBe(400);
    expect((await captain.delete('/api/admin/map/other/here')).status).toBe(400);
    expect(await rows()).toEqual([]);
  });

  it('is asked so often and no more, by each author', async () => {
    for (let i = 0; i < 120; i++) await sign(captain);
    const refused = await captain.post(address, { hex: null });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect((await captain.delete(address)).status).toBe(429);
    await sign(mate);
    test.clock.advance(61);
    await sign(captain);
  });

  it('goes with the account', async () => {
    await Promise.all([sign(captain), sign(mate)]);
    await test.database.db.deleteFrom('users').where('pk', '=', mate.pk).execute();
    expect(await rows()).toMatchObject([{ kind: 'trainings' }]);
  });
});
