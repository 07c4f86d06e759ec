import type { Features, Hexmap, MapDocument, MapDraft, MapHistory, MapVersion } from '@hexpedition/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importCurriculum } from '#features/content/import/import-curriculum';
import { createTestFolder, goodFiles, type TestFolder, testLabs } from '#features/content/testing';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';

let test: TestApp;
let folder: TestFolder;
let captain: Caller;
beforeEach(async () => {
  [test, folder] = await Promise.all([createTestApp(), createTestFolder(goodFiles())]);
  captain = await test.as({ username: 'captain', isSuperuser: true });
  await bring();
});
afterEach(() => Promise.all([test.close(), folder.remove()]));

async function bring(change?: (map: MapDocument) => void) {
  if (change) {
    const map = JSON.parse(goodFiles()['map.json'] ?? '') as MapDocument;
    change(map);
    await folder.write({ ...goodFiles(), 'map.json': JSON.stringify(map) });
  }
  return importCurriculum({ db: test.database.db, root: folder.root, labs: testLabs });
}

/** The lab of the fixture exists only on paper, so the map of these tests does without it. */
function withoutLabs(map: MapDocument): MapDocument {
  const copy = structuredClone(map);
  for (const continent of copy.continents) continent.labs = [];
  return copy;
}
const draftNow = async () => (await captain.get<MapDraft>('/api/admin/map/hexmap')).body;
const edit = (version: string, body: object, etag?: string, as: Caller = captain) =>
  as.post<MapDraft & { code: string; msg: string; fields: Record<string, string> }>(
    `/api/config/hexmap${version}/edit`,
    body,
    etag === undefined ? {} : { 'if-match': etag },
  );
const nameNow = async (version = '2', as: Caller = captain) =>
  (await as.get<Hexmap>(`/api/config/hexmap${version}`)).body.continents?.[0]?.name;
const named = (map: MapDocument, name: string): MapDocument => {
  const copy = withoutLabs(map);
  for (const continent of copy.continents) continent.name = name;
  return copy;
};
const acts = async () =>
  (await captain.get<MapHistory>('/api/admin/map/hexmap/history')).body.acts.map(({ act, by }) => `${act} ${by}`);

describe('the draft', () => {
  it('is what is live until somebody saves another', async () => {
    const { body, headers } = await captain.get<MapDraft>('/api/admin/map/hexmap');
    expect(body).toMatchObject({ hexmap: 'hexmap', saved: null, live: { by: null }, document: { id: 'main' } });
    expect(body.beta).toEqual(body.live);
    expect(headers.etag).toBe(body.etag);
    const saved = await edit('draft', { document: named(body.document, 'Drawn') }, body.etag);
    expect(saved.status).toBe(200);
    expect(saved.headers.etag).toBe(saved.body.etag);
    expect(saved.body.etag).not.toBe(body.etag);
    expect(saved.body).toMatchObject({ saved: { by: 'captain', at: test.clock.now().toISOString() } });
    expect((await draftNow()).document.continents[0]?.name).toBe('Drawn');
    expect([await nameNow(), await nameNow('beta')]).toEqual(['Web', 'Web']);
  });

  it('of two who save at once takes one, and the other hears of it', async () => {
    const { document, etag } = await draftNow();
    const mate = await test.as({ username: 'mate', isSuperuser: true });
    const answers = await Promise.all([
      edit('draft', { document: named(document, 'Mine') }, etag),
      edit('draft', { document: named(document, 'Yours') }, etag, mate),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.body.code).toBe('conflict');
    const winner = answers[0]?.status === 200 ? 'Mine' : 'Yours';
    expect((await draftNow()).document.continents[0]?.name).toBe(winner);
  });

  it('needs to know what it builds on, and a whole document', async () => {
    const { document, etag } = await draftNow();
    expect((await edit('draft', { document })).body).toMatchObject({
      code: 'invalid_request',
      fields: { 'if-match': expect.stringContaining('ETag') },
    });
    for (const body of [
      {},
      { document: 1 },
      { document: { ...document, kind: 'videos' } },
      { document, pk: 1 },
      { document: { ...document, continents: [{}] } },
      { document, more: 1 },
    ])
      expect((await edit('draft', body, etag)).status).toBe(400);
    expect((await edit('draft', { document }, '"rubbish"')).status).toBe(409);
    expect((await edit('3', { document }, etag)).status).toBe(400);
    expect((await draftNow()).saved).toBeNull();
  });

  it('is kept with its faults, which stop it from being published', async () => {
    const { document, etag } = await draftNow();
    const broken = withoutLabs(document);
    broken.recommended_start = 'training:nowhere';
    const { body } = await edit('draft', { document: broken }, etag);
    for (const version of ['beta', '2']) {
      const refused = await edit(version, {}, body.etag);
      expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
      expect(refused.body.fields.document).toMatch(/cannot be published: The recommended start/);
    }
    expect(await draftNow()).toMatchObject({ etag: body.etag, document: { recommended_start: 'training:nowhere' } });
  });
});

describe('publishing', () => {
  it('goes to beta, then live, and back', async () => {
    const tester = await test.as({ betaAccess: true });
    const learner = await test.as();
    const first = await draftNow();
    const saved = await edit('draft', { document: named(first.document, 'Drawn') }, first.etag);
    const beta = await edit('beta', {}, saved.body.etag);
    expect(beta.body.beta).toMatchObject({ by: 'captain' });
    expect(beta.body.live).toEqual(first.live);
    expect(await nameNow('beta', tester)).toBe('Drawn');
    expect(await nameNow('2', learner)).toBe('Web');
    expect((await learner.get('/api/config/hexmapbeta')).status).toBe(404);

    const live = await edit('2', {}, beta.body.etag);
    expect(live.body).toMatchObject({ saved: null, live: live.body.beta });
    expect(await nameNow('2', learner)).toBe('Drawn');
    const nav = (await learner.get<Features>('/api/config/features2')).body.hexmap.nav;
    expect(nav).toEqual([{ slug: 'web', name: 'Drawn', colour: 'amber' }]);

    const back = await edit('2', { pk: first.live?.pk });
    expect(back.body.live).toEqual(first.live);
    expect(await nameNow('2', learner)).toBe('Web');
    expect(await nameNow('beta', tester)).toBe('Drawn');
    expect(await acts()).toEqual([
      'rolled_back captain',
      'published_live captain',
      'published_beta captain',
      'saved captain',
      'imported null',
    ]);
  });

  it('takes a document at once, and uses a version again that says the same', async () => {
    const { document, etag } = await draftNow();
    const { body } = await edit('beta', { document: named(document, 'Straight') }, etag);
    const live = await edit('2', {}, body.etag);
    expect(live.body.live?.pk).toBe(body.beta?.pk);
    const version = await captain.get<MapVersion>(`/api/admin/map/hexmap/version/${live.body.live?.pk}`);
    expect(version.body.document.continents[0]?.name).toBe('Straight');
    for (const pk of ['0', '-1', 'x', '99999999999'])
      expect((await captain.get(`/api/admin/map/hexmap/version/${pk}`)).status).toBe(400);
    expect((await captain.get('/api/admin/map/hexmap/version/4711')).status).toBe(404);
    // A version of one map is none of the other.
    expect((await captain.get(`/api/admin/map/hexmapYT/version/${live.body.live?.pk}`)).status).toBe(404);
    expect((await edit('2', { pk: 4711 })).status).toBe(404);
  });

  it('is not for learners, nor for those who try things out', async () => {
    const tester = await test.as({ betaAccess: true });
    const { document, etag } = await draftNow();
    for (const version of ['draft', 'beta', '2'])
      expect(await edit(version, { document }, etag, tester)).toMatchObject({ status: 403 });
    expect((await test.anonymous.post('/api/config/hexmap2/edit', {})).status).toBe(401);
  });

  it('keeps its history in pages, and refuses rubbish as the place in it', async () => {
    for (const cursor of ['0', 'x', '99999999999'])
      expect((await captain.get(`/api/admin/map/hexmap/history?cursor=${cursor}`)).status).toBe(400);
    let pages = 0;
    for (let i = 0; i < 31; i++) await edit('2', { pk: (await draftNow()).live?.pk });
    let cursor: string | null = null;
    const seen = new Set<number>();
    do {
      const answer: { body: MapHistory } = await captain.get(
        `/api/admin/map/hexmap/history${cursor ? `?cursor=${cursor}` : ''}`,
      );
      for (const { pk } of answer.body.acts) seen.add(pk);
      cursor = answer.body.next_cursor;
      pages++;
    } while (cursor);
    expect([pages, seen.size]).toEqual([2, 32]);
  });
});

describe('an import beside the editor', () => {
  async function publishName(name: string) {
    const { document, etag } = await draftNow();
    await edit('2', { document: named(document, name) }, etag);
  }

  it('of the same file leaves what authors have published', async () => {
    await publishName('Drawn');
    expect((await bring()).changes).toEqual([]);
    expect(await nameNow()).toBe('Drawn');
  });

  it('brings in what only the file has changed', async () => {
    await publishName('Drawn');
    const report = await bring((map) => {
      map.initial = { x: 7, y: 7, zoom: 0.5 };
    });
    expect(report.diagnostics).toEqual([]);
    const { body } = await test.anonymous.get<Hexmap>('/api/config/hexmap2');
    expect([body.continents[0]?.name, body.initial.x]).toEqual(['Drawn', 7]);
    // Saved by nobody, so the draft follows.
    expect((await draftNow()).document).toMatchObject({ initial: { x: 7 }, continents: [{ name: 'Drawn' }] });
  });

  it('keeps what both have changed as the editor has it, and says so', async () => {
    await publishName('Drawn');
    const report = await bring((map) => {
      for (const continent of map.continents) continent.name = 'Written';
      map.initial = { x: 7, y: 7, zoom: 0.5 };
    });
    expect(report.diagnostics).toEqual([
      expect.objectContaining({ file: 'map.json', code: 'map-edited', severity: 'warning' }),
    ]);
    expect(report.diagnostics[0]?.message).toContain('continent/web');
    const { body } = await test.anonymous.get<Hexmap>('/api/config/hexmap2');
    expect([body.continents[0]?.name, body.initial.x]).toEqual(['Drawn', 7]);
    const history = await captain.get<MapHistory>('/api/admin/map/hexmap/history');
    expect(history.body.acts[0]).toMatchObject({ act: 'imported', note: expect.stringContaining('continent/web') });
    // The next one has nothing to say.
    expect((await bring()).diagnostics).toEqual([]);
  });

  it('is merged into a draft that somebody works on, and into what is tried out', async () => {
    const { document, etag } = await draftNow();
    const beta = await edit('beta', { document: named(document, 'Tried') }, etag);
    const saved = await edit('draft', { document: named(document, 'Worked on') }, beta.body.etag);
    await bring((map) => {
      map.initial = { x: 7, y: 7, zoom: 0.5 };
    });
    const draft = await draftNow();
    expect(draft.etag).not.toBe(saved.body.etag);
    expect(draft).toMatchObject({
      saved: { by: 'captain' },
      document: { initial: { x: 7 }, continents: [{ name: 'Worked on' }] },
    });
    expect([await nameNow('beta'), await nameNow('2')]).toEqual(['Tried', 'Web']);
    // Whoever had it open hears of it when they save.
    expect((await edit('draft', { document }, saved.body.etag)).status).toBe(409);
  });
});

it('both maps have addresses of their own', async () => {
  expect((await test.anonymous.get('/api/config/hexmapYT2')).status).toBe(404);
  expect((await captain.get('/api/admin/map/hexmapYT')).status).toBe(404);
  expect((await captain.get('/api/admin/map/other')).status).toBe(400);
  for (const version of ['3', '1', 'draft', 'YT3'])
    expect((await test.anonymous.get(`/api/config/hexmap${version}`)).status).toBeGreaterThanOrEqual(400);
});
