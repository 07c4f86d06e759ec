import type { HomeFiles } from '@hexpedition/contract';
import { describe, expect, it } from 'vitest';
import { lab, useWorkshop } from '../workspaces/testing/workshop.ts';

const { here, start, stop, state, atWork, put, take } = useWorkshop();
const MB = 1024 * 1024;

describe('files', () => {
  it('go in and come out as bytes that no browser shows', async () => {
    const { learner } = await atWork();
    const bytes = Buffer.from([0, 255, 60, 115, 62, 10]);
    expect((await put(learner, 'ein Ordner/"böse".html', bytes)).statusCode).toBe(200);
    expect((await put(learner, 'empty', '')).statusCode).toBe(200);
    const answer = await take(learner, 'ein Ordner/"böse".html');
    expect(answer.rawPayload).toEqual(bytes);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="_b_se_.html"; filename*=UTF-8''%22b%C3%B6se%22.html`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    });
    expect((await take(learner, 'empty')).rawPayload).toHaveLength(0);
    expect((await take(learner, 'none')).json()).toMatchObject({ code: 'not_found' });
    expect((await put(learner, 'a-folder', 'x')).json()).toMatchObject({
      code: 'file_invalid',
      msg: 'A folder has that name.',
    });
    await stop(learner);
  });

  it('have no way out of the home', async () => {
    const { learner } = await atWork();
    const nul = `${lab}/file?path=a%00b`;
    for (const path of ['/etc/passwd', '../x', 'a/../../x', 'a//b', './x', 'a/', '', '.', 'x'.repeat(401)]) {
      expect((await put(learner, path, 'x')).statusCode, path).toBe(400);
      expect((await take(learner, path)).statusCode, path).toBe(400);
    }
    expect((await learner.get(nul)).status).toBe(400);
    expect((await learner.get(`${lab}/file`)).status).toBe(400);
    expect((await learner.get(`${lab}/file?path=a&path=b`)).status).toBe(400);
    await stop(learner);
  });

  it('have at most 8 MB, and are bytes', async () => {
    const { learner } = await atWork();
    expect((await put(learner, 'large', Buffer.alloc(8 * MB))).statusCode).toBe(200);
    expect((await take(learner, 'large')).rawPayload).toHaveLength(8 * MB);
    expect((await put(learner, 'larger', Buffer.alloc(8 * MB + 1))).statusCode).toBe(413);
    const [ref = ''] = here().fake.workspaces.refs().slice(-1);
    here()
      .fake.workspaces.filesOf(ref)
      .set('grown', Buffer.alloc(9 * MB));
    expect((await take(learner, 'grown')).json()).toMatchObject({ code: 'too_large' });
    const json = await learner.put(`${lab}/file?path=x`, { a: 1 });
    expect(json).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
    await stop(learner);
  });

  it('are listed, five hundred of them', async () => {
    const { learner } = await atWork();
    const [ref = ''] = here().fake.workspaces.refs().slice(-1);
    for (let i = 0; i < 501; i++) here().fake.workspaces.filesOf(ref).set(`f${i}`, Buffer.alloc(i));
    const { body } = await learner.get<HomeFiles>(`${lab}/files`);
    expect(body.files).toHaveLength(500);
    expect(body.more).toBe(true);
    expect(body.files[3]).toEqual({ path: 'f3', bytes: 3, modified_at: new Date(0).toISOString() });
    await stop(learner);
  });

  it('are those of the owner’s own instance, which runs', async () => {
    const { learner } = await atWork();
    await put(learner, 'secret', 'mine');
    const stranger = await here().test.as();
    for (const answer of [
      await take(stranger, 'secret'),
      await put(stranger, 'x', 'x'),
      await here().test.app.inject({ url: `${lab}/files`, headers: { authorization: `Bearer ${stranger.token}` } }),
    ]) {
      expect(answer.json()).toMatchObject({ code: 'instance_not_running' });
    }
    await start(stranger);
    expect((await take(stranger, 'secret')).statusCode).toBe(404);
    await Promise.all([stop(learner), stop(stranger)]);
  });
});

describe('calls for files', () => {
  const calls = [
    ['GET', 'files'],
    ['GET', 'file?path=x'],
    ['PUT', 'file?path=x'],
    ['DELETE', 'home'],
    ['POST', 'terminal'],
  ] as const;
  const callAs = (token: string | undefined, method: (typeof calls)[number][0], url: string) =>
    here().test.app.inject({ method, url, headers: token ? { authorization: `Bearer ${token}` } : {} });

  it.each(calls)(
    'are refused to strangers and disabled accounts, and for labs that are none: %s %s',
    async (...call) => {
      const [method, path] = call;
      const learner = await here().test.as();
      expect((await callAs(undefined, method, `${lab}/${path}`)).json()).toMatchObject({ code: 'token_missing' });
      expect((await callAs('x', method, `${lab}/${path}`)).json()).toMatchObject({ code: 'token_invalid' });
      const none = await callAs(learner.token, method, `/api/lab/no-such-lab/${path}`);
      expect([none.statusCode, none.json().code]).toEqual([404, 'not_found']);
      for (const slug of ['..%2Fx', 'NO', '%00', 'x'.repeat(200)]) {
        expect((await callAs(learner.token, method, `/api/lab/${slug}/${path}`)).statusCode, slug).toBe(400);
      }
      await here()
        .test.database.db.updateTable('users')
        .set({ is_active: false })
        .where('pk', '=', learner.pk)
        .execute();
      here().test.clock.advance(5);
      expect((await callAs(learner.token, method, `${lab}/${path}`)).statusCode).toBe(401);
    },
  );
});

describe('a home', () => {
  it('is thrown away by its owner alone', async () => {
    const { learner, client } = await atWork();
    client.type('put a b\n');
    await client.heard('saved');
    await stop(learner);
    const before = (await state(learner))?.home;
    expect(before?.bytes).toBeGreaterThan(0);
    // There is no way to name the home of somebody else: a stranger throws away their own, of which there is none.
    expect((await (await here().test.as()).delete(`${lab}/home`)).status).toBe(200);
    expect((await state(learner))?.home).toEqual(before);
  });

  it('is thrown away when nothing runs in it', async () => {
    const { learner, client } = await atWork();
    client.type('put a b\n');
    await client.heard('saved');
    expect(await learner.delete(`${lab}/home`)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await stop(learner);
    expect((await state(learner))?.home?.bytes).toBeGreaterThan(0);
    expect((await learner.delete(`${lab}/home`)).status).toBe(200);
    expect((await learner.delete(`${lab}/home`)).status).toBe(200);
    expect((await state(learner))?.home).toEqual({ saved_at: null, bytes: 0 });
    await start(learner);
    expect((await learner.get<HomeFiles>(`${lab}/files`)).body.files).toEqual([]);
    await stop(learner);
    expect((await learner.delete('/api/lab/tide-table/home')).body.code).toBe('not_found');
    const other = await here().test.as();
    expect((await other.delete(`${lab}/home`)).status).toBe(200);
  });

  it('stands in the file of one’s own data', async () => {
    const { learner, client } = await atWork();
    client.type('put a b\n');
    const saved = await client.heard('saved');
    const { body } = await learner.get<{ lab_homes: unknown }>('/api/account/export');
    expect(body.lab_homes).toEqual([{ lab: 'Lost Luggage', bytes: saved.bytes, saved_at: saved.at }]);
    await stop(learner);
  });

  it('is saved when its time is over or nobody uses it', async () => {
    const { learner, client } = await atWork();
    client.type('put last words\n');
    await expect.poll(client.text).toContain('words');
    here().test.clock.advance(31 * 60);
    await here().test.sweepLabs();
    expect(await client.closed).toMatchObject({ code: 4000 });
    const back = await here().test.as({ pk: learner.pk });
    expect(await state(back)).toMatchObject({ status: 'expired', home: { bytes: expect.any(Number) } });
    await start(back);
    expect((await back.get<HomeFiles>(`${lab}/files`)).body.files.map(({ path }) => path)).toEqual(['last']);
    await stop(back);
  });
});
