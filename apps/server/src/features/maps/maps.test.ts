import type { Features, Hexmap, MapDocument, MapDraft, MapHistory, MapVersion, Training } from '@hexpedition/contract';
import {
  createTestFolder,
  type Files,
  lesson,
  type TestFolder,
  testLabs,
  training,
  validFiles,
} from '@hexpedition/curriculum/testing/curriculum-files';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importCurriculum } from '#features/content/import/import-curriculum';
import { buildLab } from '#testing/factories';
import { watchPageChanges } from '#testing/page-changes';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';
import { createDatabaseTemplate, type DatabaseTemplate } from '#testing/test-database';
import { compileInProcess } from './compile-in-process.ts';
import type { MapCompiler } from './map-compiler.ts';

let test: TestApp;
let folder: TestFolder;
let captain: Caller;
/** Runs before each compilation of a map. */
let meanwhile: (() => Promise<unknown>) | undefined;
const mapCompiler: MapCompiler = async (task) => {
  await meanwhile?.();
  return compileInProcess(task);
};
let imported: DatabaseTemplate;
beforeAll(async () => {
  imported = await createDatabaseTemplate(async (db) => {
    await buildLab(db, { slug: 'lost-luggage', name: 'Lost luggage' });
    const { root, remove } = await createTestFolder(validFiles());
    await importCurriculum({ db, root, labs: testLabs });
    await remove();
  });
});
afterAll(() => imported.drop());

beforeEach(async () => {
  [test, folder] = await Promise.all([createTestApp({}, { mapCompiler }, imported), createTestFolder(validFiles())]);
  meanwhile = undefined;
  captain = await test.as({ username: 'captain', isSuperuser: true });
});
afterEach(() => Promise.all([test.close(), folder.remove()]));

type Change = (map: MapDocument) => void;

/** Imports the folder with a changed map file and with more files. */
async function runImport(change?: Change, more: Files = {}) {
  if (change) {
    const map = JSON.parse(validFiles()['map.json'] ?? '') as MapDocument;
    change(map);
    await folder.write({ ...validFiles(), 'map.json': JSON.stringify(map), ...more });
  }
  return importCurriculum({ db: test.database.db, root: folder.root, labs: testLabs });
}

const changed = (map: MapDocument, change: Change): MapDocument => {
  const copy = structuredClone(map);
  change(copy);
  return copy;
};
const currentDraft = async () => (await captain.get<MapDraft>('/api/admin/map/hexmap')).body;
const edit = (version: string, body: object, etag?: string, as: Caller = captain) =>
  as.post<MapDraft & { code: string; msg: string; fields: Record<string, string> }>(
    `/api/config/hexmap${version}/edit`,
    body,
    etag === undefined ? {} : { 'if-match': etag },
  );
const currentName = async (version = '2', as: Caller = captain) =>
  (await as.get<Hexmap>(`/api/config/hexmap${version}`)).body.continents?.[0]?.name;
const named = (map: MapDocument, name: string): MapDocument => {
  return changed(map, ({ continents }) => {
    for (const continent of continents) continent.name = name;
  });
};
const readHistory = async () =>
  (await captain.get<MapHistory>('/api/admin/map/hexmap/history')).body.acts.map(({ act, by }) => `${act} ${by}`);

describe('draft', () => {
  it('equals the live map until an author saves a draft', async () => {
    const { body, headers } = await captain.get<MapDraft>('/api/admin/map/hexmap');
    expect(body).toMatchObject({ hexmap: 'hexmap', saved: null, live: { by: null }, document: { id: 'main' } });
    expect(body.beta).toEqual(body.live);
    expect(headers.etag).toBe(body.etag);
    const saved = await edit('draft', { document: named(body.document, 'Drawn') }, body.etag);
    expect(saved.status).toBe(200);
    expect(saved.headers.etag).toBe(saved.body.etag);
    expect(saved.body.etag).not.toBe(body.etag);
    expect(saved.body).toMatchObject({ saved: { by: 'captain', at: test.clock.now().toISOString() } });
    expect((await currentDraft()).document.continents[0]?.name).toBe('Drawn');
    expect([await currentName(), await currentName('beta')]).toEqual(['Web', 'Web']);
  });

  it('accepts one of two concurrent saves and rejects the other with a conflict', async () => {
    const { document, etag } = await currentDraft();
    const mate = await test.as({ username: 'mate', isSuperuser: true });
    const answers = await Promise.all([
      edit('draft', { document: named(document, 'Mine') }, etag),
      edit('draft', { document: named(document, 'Yours') }, etag, mate),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.body.code).toBe('conflict');
    const winner = answers[0]?.status === 200 ? 'Mine' : 'Yours';
    expect((await currentDraft()).document.continents[0]?.name).toBe(winner);
  });

  it('is saved without If-Match if the body states the current version, else refused with both sides', async () => {
    const { document, etag } = await currentDraft();
    const first = await edit('draft', { document: named(document, 'First'), etag });
    expect([first.status, first.body.document.continents[0]?.name]).toEqual([200, 'First']);
    const late = named(document, 'Late');
    for (const version of ['draft', '2']) {
      const { status, body } = await edit(version, { document: late, etag });
      const { sides } = body as unknown as { sides: { yours: MapDocument; theirs: MapDraft } };
      expect([status, body.code, sides.yours]).toEqual([409, 'conflict', late]);
      expect(sides.theirs).toMatchObject({ etag: first.body.etag, document: { continents: [{ name: 'First' }] } });
    }
    expect((await edit('2', { etag: first.body.etag })).status).toBe(200);
  });

  it('needs its ETag and a complete document', async () => {
    const { document, etag } = await currentDraft();
    expect((await edit('draft', { document })).body).toMatchObject({
      code: 'invalid_request',
      fields: { etag: expect.stringContaining('If-Match') },
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
    expect((await currentDraft()).saved).toBeNull();
  });

  it('is saved with its problems, which prevent publication', async () => {
    const { document, etag } = await currentDraft();
    const broken = changed(document, (map) => {
      map.recommended_start = 'training:nowhere';
    });
    const { body } = await edit('draft', { document: broken }, etag);
    for (const version of ['beta', '2']) {
      const rejected = await edit(version, {}, body.etag);
      expect(rejected).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
      expect(rejected.body.fields.document).toMatch(/cannot be published: The recommended start/);
    }
    expect(await currentDraft()).toMatchObject({
      etag: body.etag,
      document: { recommended_start: 'training:nowhere' },
    });
  });
});

describe('publishing', () => {
  it('publishes to beta, then live, and restores an earlier version', async () => {
    const tester = await test.as({ betaAccess: true });
    const learner = await test.as();
    const first = await currentDraft();
    const saved = await edit('draft', { document: named(first.document, 'Drawn') }, first.etag);
    const beta = await edit('beta', {}, saved.body.etag);
    expect(beta.body.beta).toMatchObject({ by: 'captain' });
    expect(beta.body.live).toEqual(first.live);
    expect(await currentName('beta', tester)).toBe('Drawn');
    expect(await currentName('2', learner)).toBe('Web');
    expect((await learner.get('/api/config/hexmapbeta')).status).toBe(404);

    const live = await edit('2', {}, beta.body.etag);
    expect(live.body).toMatchObject({ saved: null, live: live.body.beta });
    expect(await currentName('2', learner)).toBe('Drawn');
    const nav = (await learner.get<Features>('/api/config/features2')).body.hexmap.nav;
    expect(nav).toEqual([{ slug: 'web', name: 'Drawn', colour: 'amber' }]);

    const back = await edit('2', { pk: first.live?.pk });
    expect(back.body.live).toEqual(first.live);
    expect(await currentName('2', learner)).toBe('Web');
    expect(await currentName('beta', tester)).toBe('Drawn');
    expect(await readHistory()).toEqual([
      'rolled_back captain',
      'published_live captain',
      'published_beta captain',
      'saved captain',
      'imported null',
    ]);
  });

  it('accepts a document directly and reuses an identical version', async () => {
    const { document, etag } = await currentDraft();
    const { body } = await edit('beta', { document: named(document, 'Straight') }, etag);
    const live = await edit('2', {}, body.etag);
    expect(live.body.live?.pk).toBe(body.beta?.pk);
    const version = await captain.get<MapVersion>(`/api/admin/map/hexmap/version/${live.body.live?.pk}`);
    expect(version.body.document.continents[0]?.name).toBe('Straight');
    for (const pk of ['0', '-1', 'x', '99999999999'])
      expect((await captain.get(`/api/admin/map/hexmap/version/${pk}`)).status).toBe(400);
    expect((await captain.get('/api/admin/map/hexmap/version/4711')).status).toBe(404);
    // A version of one map does not belong to the other.
    expect((await captain.get(`/api/admin/map/hexmapYT/version/${live.body.live?.pk}`)).status).toBe(404);
    expect((await edit('2', { pk: 4711 })).status).toBe(404);
  });

  it('is rejected for learners and beta testers', async () => {
    const tester = await test.as({ betaAccess: true });
    const { document, etag } = await currentDraft();
    for (const version of ['draft', 'beta', '2'])
      expect(await edit(version, { document }, etag, tester)).toMatchObject({ status: 403 });
    expect((await test.anonymous.post('/api/config/hexmap2/edit', {})).status).toBe(401);
  });

  it('returns its history in pages and rejects an invalid cursor', async () => {
    for (const cursor of ['0', 'x', '99999999999'])
      expect((await captain.get(`/api/admin/map/hexmap/history?cursor=${cursor}`)).status).toBe(400);
    let pages = 0;
    for (let i = 0; i < 31; i++) await edit('2', { pk: (await currentDraft()).live?.pk });
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

describe('position of a training', () => {
  const placeNow = async () => (await test.anonymous.get<Training>('/api/training/http')).body.map_continent;
  /** The continent on the author's map differs from the curriculum's. */
  const onNewLand = (map: MapDocument) =>
    changed(map, ({ continents }) => {
      for (const one of continents) Object.assign(one, { slug: 'new-land', name: 'New Land' });
    });

  it('comes from the published map, and pages that link to it are invalidated when it moves', async () => {
    expect(await placeNow()).toEqual({ slug: 'web', name: 'Web' });
    const heard: string[] = [];
    const stop = await watchPageChanges(test.database.url, (change) => heard.push(...change));
    const { document, etag } = await currentDraft();
    const beta = await edit('beta', { document: onNewLand(document) }, etag);
    expect(await placeNow()).toEqual({ slug: 'web', name: 'Web' });
    heard.length = 0;
    await edit('2', {}, beta.body.etag);
    expect(await placeNow()).toEqual({ slug: 'new-land', name: 'New Land' });
    await expect.poll(() => heard).toContain('/api/training/*');
    await stop();
  });

  it('is null if no map places it', async () => {
    await test.database.db.deleteFrom('hexmap_pointers').execute();
    expect(await placeNow()).toBeNull();
  });

  it('causes a warning, not an error, if its continent differs from the curriculum', async () => {
    const report = await runImport((map) => Object.assign(map, onNewLand(map)));
    expect(report).toMatchObject({ applied: true, pages: expect.arrayContaining(['/api/training/*']) });
    expect(report.diagnostics.map(({ code, severity }) => `${severity} ${code}`).sort()).toEqual([
      'warning map-other-continent',
      'warning map-unknown-continent',
    ]);
    expect(await placeNow()).toEqual({ slug: 'new-land', name: 'New Land' });
    const { etag } = await currentDraft();
    expect((await edit('2', {}, etag)).status).toBe(200);
  });
});

describe('publishing while the map changes', () => {
  const hide = (slug: string, hidden = true) =>
    test.database.db.updateTable('trainings').set({ hidden }).where('slug', '=', slug).execute();
  const aTraining = (map: MapDocument) => map.continents.flatMap(({ trainings }) => trainings)[0]?.slug ?? '';

  it('rejects the publication with a conflict after another author saves the draft', async () => {
    const mate = await test.as({ username: 'mate', isSuperuser: true });
    const { document, etag, live } = await currentDraft();
    meanwhile = () => edit('draft', { document: named(document, 'Yours') }, etag, mate);
    for (const body of [{ document: named(document, 'Mine') }, {}])
      expect(await edit('2', body, etag)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await currentDraft()).toMatchObject({ live, document: { continents: [{ name: 'Yours' }] } });
    expect(await currentName()).toBe('Web');
  });

  it('compiles the map once more if the known slugs change', async () => {
    const { document, etag, live } = await currentDraft();
    let times = 0;
    meanwhile = async () => (times++ === 0 ? hide(aTraining(document)) : undefined);
    const rejected = await edit('2', {}, etag);
    expect([rejected.status, times]).toEqual([400, 2]);
    expect(rejected.body.fields.document).toContain(`There is no training:${aTraining(document)}.`);
    expect((await currentDraft()).live).toEqual(live);

    // An earlier version is restored without removed items.
    await hide(aTraining(document), false);
    times = 0;
    meanwhile = async () =>
      times++ === 0 ? test.database.db.updateTable('labs').set({ hidden: true }).execute() : undefined;
    const back = await edit('2', { pk: live?.pk });
    expect([back.status, times]).toEqual([200, 2]);
    expect(back.body.live?.pk).not.toBe(live?.pk);
    expect((await test.anonymous.get<Hexmap>('/api/config/hexmap2')).body.labs).toEqual([]);
  });

  it('rejects the publication with a conflict if the slugs change again', async () => {
    const { etag } = await currentDraft();
    let times = 0;
    meanwhile = () => buildLab(test.database.db, { slug: `lab-${times++}` });
    expect(await edit('2', {}, etag)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(times).toBe(2);
  });
});

describe('import with published edits', () => {
  async function publishName(name: string) {
    const { document, etag } = await currentDraft();
    await edit('2', { document: named(document, name) }, etag);
  }

  it('keeps what authors have published when the file is unchanged', async () => {
    await publishName('Drawn');
    expect((await runImport()).changes).toEqual([]);
    expect(await currentName()).toBe('Drawn');
  });

  it('merges changes that only the file has', async () => {
    await publishName('Drawn');
    const report = await runImport((map) => {
      map.initial = { x: 7, y: 7, zoom: 0.5 };
    });
    expect(report.diagnostics).toEqual([]);
    const { body } = await test.anonymous.get<Hexmap>('/api/config/hexmap2');
    expect([body.continents[0]?.name, body.initial.x]).toEqual(['Drawn', 7]);
    // No author saved a draft, so the draft follows the live map.
    expect((await currentDraft()).document).toMatchObject({ initial: { x: 7 }, continents: [{ name: 'Drawn' }] });
  });

  it('keeps the version of the editor when both changed an item, and reports it', async () => {
    await publishName('Drawn');
    const report = await runImport((map) => {
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
    // The next import has nothing to report.
    expect((await runImport()).diagnostics).toEqual([]);
  });

  it('is merged into a saved draft and into the beta map', async () => {
    const { document, etag } = await currentDraft();
    const beta = await edit('beta', { document: named(document, 'Tried') }, etag);
    const saved = await edit('draft', { document: named(document, 'Worked on') }, beta.body.etag);
    await runImport((map) => {
      map.initial = { x: 7, y: 7, zoom: 0.5 };
    });
    const draft = await currentDraft();
    expect(draft.etag).not.toBe(saved.body.etag);
    expect(draft).toMatchObject({
      saved: { by: 'captain' },
      document: { initial: { x: 7 }, continents: [{ name: 'Worked on' }] },
    });
    expect([await currentName('beta'), await currentName('2')]).toEqual(['Tried', 'Web']);
    // An author who had the draft open gets a conflict when saving.
    expect((await edit('draft', { document }, saved.body.etag)).status).toBe(409);
  });
});

/** More files of the import: another training, with or without its own hex. */
const another: Files = {
  'web/more/training.yaml': training('tr-more', 'more'),
  'web/more/01-all/chapter.yaml': 'id: ch-all\nname: All\n',
  'web/more/01-all/01-it.md': lesson('sub-it', 'Text.'),
};
const positionsOn = (map: MapDocument | Hexmap) =>
  map.continents.flatMap(({ trainings }) => trainings.map(({ slug, q, r }) => `${slug} ${q},${r}`));
const currentLive = async (version = '2', as: Caller = captain) =>
  (await as.get<Hexmap>(`/api/config/hexmap${version}`)).body;
const move =
  (slug: string, q: number, r: number): Change =>
  ({ continents }) => {
    for (const item of continents.flatMap(({ trainings }) => trainings))
      if (item.slug === slug) Object.assign(item, { q, r });
  };
const add =
  (slug: string, q: number, r: number): Change =>
  ({ continents }) =>
    continents[0]?.trainings.push({ slug, q, r, icon: 'globe' });
async function publish(change: Change, version = '2') {
  const { document, etag } = await currentDraft();
  const answer = await edit(version, { document: changed(document, change) }, etag);
  expect(answer.body).toMatchObject({ hexmap: 'hexmap' });
  return answer.body;
}
const codes = (report: Awaited<ReturnType<typeof runImport>>) => report.diagnostics.map(({ code }) => code);

describe('import that conflicts with the editor', () => {
  it('is not published: both versions wait in the draft, and the report names the problem', async () => {
    await publish(move('http', 3, -1));
    const before = await currentLive();
    const report = await runImport(add('more', 3, -1), another);
    expect(codes(report)).toEqual(['map-held-back']);
    expect(report.diagnostics[0]?.message).toMatch(
      /The live map was not changed, because the file and the editor conflict\. .* same hex/,
    );
    expect(await currentLive()).toEqual(before);
    const draft = await currentDraft();
    expect(positionsOn(draft.document)).toEqual(['http 3,-1', 'more 3,-1']);
    expect(draft.saved).toMatchObject({ by: null });
    const rejected = await edit('2', {}, draft.etag);
    expect(rejected.body.fields.document).toMatch(/same hex/);
    // An author fixes it.
    await publish(move('more', 0, 0));
    expect(positionsOn(await currentLive())).toEqual(['http 3,-1', 'more 0,0']);
    expect(codes(await runImport())).toEqual([]);
    expect(positionsOn(await currentLive())).toEqual(['http 3,-1', 'more 0,0']);
  });

  it('covers removed land, an edge without its end, and too much land', async () => {
    const shrink: Change = ({ continents }) => {
      for (const continent of continents) continent.cells = { '0': [[-2, 6]] };
    };
    await publish(shrink);
    expect(codes(await runImport(add('more', 2, -2), another))).toEqual(['map-held-back']);
    expect(positionsOn(await currentLive())).toEqual(['http 0,0']);

    const far =
      (from: number): Change =>
      ({ continents }) =>
        continents.push({
          ...{ slug: `far-${from}`, name: 'Far', colour: 'rose', label: null, trainings: [], labs: [] },
          cells: Object.fromEntries(Array.from({ length: 30 }, (_, i) => [String(from + i), [[0, 900]]])),
        });
    const { document, etag } = await currentDraft();
    const clean = changed(document, ({ continents }) => {
      for (const continent of continents)
        continent.trainings = continent.trainings.filter(({ slug }) => slug === 'http');
    });
    await edit('2', { document: changed(clean, far(100)) }, etag);
    const report = await runImport((map) => {
      add('more', 2, -2)(map);
      far(200)(map);
    }, another);
    expect(codes(report)).toEqual(['map-unknown-continent', 'map-held-back', 'map-draft-kept']);
    expect(report.diagnostics[1]?.message).toContain('at most 50000 hexes');
    expect((await currentDraft()).document.continents.map(({ slug }) => slug)).toEqual(['web', 'far-100']);
    expect((await captain.get('/api/config/hexmap2')).status).toBe(200);
    expect(codes(await runImport())).toEqual(['map-unknown-continent']);
  });

  it('names the item that has no space and imports the others', async () => {
    await publish(({ continents }) => {
      const [web] = continents;
      if (web) Object.assign(web, { cells: { '0': [[0, 1]] }, labs: [] });
      const around = Object.entries({
        '-3': [0, 4],
        '-2': [-1, 5],
        '-1': [-2, 6],
        '0': [-3, 7],
        '1': [-3, 6],
        '2': [-3, 5],
        '3': [-3, 4],
      });
      const ring = around.map(([row, [start = 0, length = 0]]) => [
        row,
        Math.abs(Number(row)) === 3
          ? [[start, length]]
          : [
              [start, 1],
              [start + length - 1, 1],
            ],
      ]);
      continents.push({
        ...{ slug: 'ring', name: 'Ring', colour: 'rose', label: null, trainings: [], labs: [] },
        cells: Object.fromEntries(ring),
      });
    });
    const report = await runImport(() => undefined, another);
    expect(codes(report)).toEqual(['map-no-room']);
    expect(report.diagnostics[0]?.message).toContain('training:more');
    expect((await test.anonymous.get('/api/training/more')).status).toBe(200);
    expect(positionsOn(await currentLive())).toEqual(['http 0,0']);
  });
});

describe('import of trainings', () => {
  it('places a new training in the draft and the beta map too', async () => {
    await publish(({ initial }) => Object.assign(initial, { x: 1 }), 'beta');
    await runImport(() => undefined, another);
    const shown = await Promise.all([
      currentLive(),
      currentLive('beta'),
      currentDraft().then(({ document }) => document),
    ]);
    const more = shown.map((map) => positionsOn(map).filter((place) => place.startsWith('more')));
    expect(more[0]).toHaveLength(1);
    expect(more).toEqual([more[0], more[0], more[0]]);
    expect(shown.map(({ initial }) => initial.x)).toEqual([0, 1, 1]);
  });

  it('removes deleted trainings from every copy of the map', async () => {
    await runImport(() => undefined, another);
    await publish((map) => {
      map.recommended_start = 'training:more';
    }, 'beta');
    const report = await runImport(() => undefined);
    expect(codes(report)).toEqual(['map-gone']);
    expect(report.diagnostics[0]?.message).toContain('training:more');
    const shown = await Promise.all([
      currentLive(),
      currentLive('beta'),
      currentDraft().then(({ document }) => document),
    ]);
    expect(shown.map(positionsOn)).toEqual([['http 0,0'], ['http 0,0'], ['http 0,0']]);
    expect(shown.map((map) => map.recommended_start)).toEqual(Array(3).fill('training:http'));
    for (const { paths } of shown) for (const { edges } of paths) expect(edges).toEqual([]);
    const { etag } = await currentDraft();
    expect((await edit('2', {}, etag)).status).toBe(200);
  });
});

describe('restoring an earlier version', () => {
  it('keeps the previously published version as the draft and merges an import into it', async () => {
    const first = (await currentDraft()).live?.pk;
    await publish(({ continents }) => {
      for (const continent of continents) continent.name = 'Drawn';
    });
    await edit('2', { pk: first });
    await runImport((map) => {
      map.initial = { x: 7, y: 7, zoom: 0.5 };
    });
    expect((await currentDraft()).document).toMatchObject({ initial: { x: 7 }, continents: [{ name: 'Drawn' }] });
    expect(await currentName()).toBe('Web');
  });

  it('leaves the reverted changes in no copy if the file is reverted too', async () => {
    const first = (await currentDraft()).live?.pk;
    await runImport((map) => {
      map.initial = { x: 7, y: 7, zoom: 0.5 };
    });
    await edit('2', { pk: first });
    await runImport(() => undefined);
    const shown = await Promise.all([
      currentLive(),
      currentLive('beta'),
      currentDraft().then(({ document }) => document),
    ]);
    expect(shown.map(({ initial }) => initial.x)).toEqual([0, 0, 0]);
  });

  it('does not bring back removed items', async () => {
    await runImport(() => undefined, another);
    const withMore = (await currentDraft()).live?.pk;
    await runImport(() => undefined);
    const back = await edit('2', { pk: withMore });
    expect(back.status).toBe(200);
    expect(positionsOn(await currentLive())).toEqual(['http 0,0']);
    const history = await captain.get<MapHistory>('/api/admin/map/hexmap/history');
    expect(history.body.acts[0]).toMatchObject({ act: 'rolled_back', note: expect.stringContaining('training:more') });
  });
});

it('reuses a version that PostgreSQL has stored', async () => {
  const { etag, live } = await publish(({ continents }) => {
    for (const continent of continents) continent.name = 'Drawn';
  }, 'beta').then(({ etag, beta }) => ({ etag, live: beta?.pk }));
  expect((await edit('2', {}, etag)).body.live?.pk).toBe(live);
  const before = await currentDraft();
  expect((await runImport()).changes).toEqual([]);
  expect(await currentDraft()).toEqual(before);
});

it('imports and edits a map whose stored document is unreadable', async () => {
  const { db } = test.database;
  for (const table of ['hexmap_versions', 'hexmap_files'] as const)
    await db
      .updateTable(table)
      .set({ source: JSON.stringify({ schema: 1, id: 'Too long ago' }) })
      .execute();
  expect((await currentDraft()).document.continents).toEqual([]);
  expect((await captain.get(`/api/admin/map/hexmap/version/1`)).status).toBe(404);
  const report = await runImport(() => undefined);
  expect(codes(report)).toEqual(['map-unreadable', 'map-unreadable']);
  expect((await currentDraft()).document.continents).toHaveLength(1);
  expect(codes(await runImport())).toEqual([]);
});

it('allows edits of the video map before a video exists', async () => {
  const { body } = await captain.get<MapDraft>('/api/admin/map/hexmapYT');
  expect(body).toMatchObject({ saved: null, live: null, document: { kind: 'videos', continents: [] } });
  const headers = { 'if-match': body.etag };
  const saved = await captain.post('/api/config/hexmapYTdraft/edit', { document: body.document }, headers);
  expect(saved.status).toBe(200);
});

it('serves both maps from their own endpoints', async () => {
  expect((await test.anonymous.get('/api/config/hexmapYT2')).status).toBe(404);
  expect((await captain.get('/api/admin/map/other')).status).toBe(400);
  for (const version of ['3', '1', 'draft', 'YT3'])
    expect((await test.anonymous.get(`/api/config/hexmap${version}`)).status).toBeGreaterThanOrEqual(400);
});
