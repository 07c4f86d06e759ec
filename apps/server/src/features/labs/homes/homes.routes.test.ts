import type { HomeFiles } from '@hexpedition/contract';
import { describe, expect, it } from 'vitest';
import { lab, useWorkspaceApp } from '../workspaces/testing/workspace-app.ts';

const { context, start, stop, state, startWithTerminal, upload, download } = useWorkspaceApp();
const MB = 1024 * 1024;

/** Puts a file into the home of a running lab. Stopping the lab saves it. */
async function putFile(client: Awaited<ReturnType<typeof startWithTerminal>>['client']) {
  client.type('put a b\n');
  await expect.poll(client.text).toContain('put a b');
}

describe('files of a home', () => {
  it('are uploaded and downloaded unchanged, with headers that keep browsers from showing them', async () => {
    const { learner } = await startWithTerminal();
    const bytes = Buffer.from([0, 255, 60, 115, 62, 10]);
    expect((await upload(learner, 'ein Ordner/"böse".html', bytes)).statusCode).toBe(200);
    expect((await upload(learner, 'empty', '')).statusCode).toBe(200);
    const answer = await download(learner, 'ein Ordner/"böse".html');
    expect(answer.rawPayload).toEqual(bytes);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="_b_se_.html"; filename*=UTF-8''%22b%C3%B6se%22.html`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    });
    expect((await download(learner, 'empty')).rawPayload).toHaveLength(0);
    expect((await download(learner, 'none')).json()).toMatchObject({ code: 'not_found' });
    expect((await upload(learner, 'a-folder', 'x')).json()).toMatchObject({
      code: 'file_invalid',
      msg: 'A folder has that name.',
    });
    await stop(learner);
  });

  it('cannot have a path outside of the home', async () => {
    const { learner } = await startWithTerminal();
    const nul = `${lab}/file?path=a%00b`;
    for (const path of ['/etc/passwd', '../x', 'a/../../x', 'a//b', './x', 'a/', '', '.', 'x'.repeat(401)]) {
      expect((await upload(learner, path, 'x')).statusCode, path).toBe(400);
      expect((await download(learner, path)).statusCode, path).toBe(400);
    }
    expect((await learner.get(nul)).status).toBe(400);
    expect((await learner.get(`${lab}/file`)).status).toBe(400);
    expect((await learner.get(`${lab}/file?path=a&path=b`)).status).toBe(400);
    await stop(learner);
  });

  it('have at most 8 MB, and must be sent as bytes', async () => {
    const { learner } = await startWithTerminal();
    expect((await upload(learner, 'large', Buffer.alloc(8 * MB))).statusCode).toBe(200);
    expect((await download(learner, 'large')).rawPayload).toHaveLength(8 * MB);
    expect((await upload(learner, 'larger', Buffer.alloc(8 * MB + 1))).statusCode).toBe(413);
    const [ref = ''] = context().fake.workspaces.refs().slice(-1);
    context()
      .fake.workspaces.filesOf(ref)
      .set('grown', Buffer.alloc(9 * MB));
    expect((await download(learner, 'grown')).json()).toMatchObject({ code: 'too_large' });
    const json = await learner.put(`${lab}/file?path=x`, { a: 1 });
    expect(json).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
    await stop(learner);
  });

  it('are listed, at most 500', async () => {
    const { learner } = await startWithTerminal();
    const [ref = ''] = context().fake.workspaces.refs().slice(-1);
    for (let i = 0; i < 501; i++) context().fake.workspaces.filesOf(ref).set(`f${i}`, Buffer.alloc(i));
    const { body } = await learner.get<HomeFiles>(`${lab}/files`);
    expect(body.files).toHaveLength(500);
    expect(body.more).toBe(true);
    expect(body.files[3]).toEqual({ path: 'f3', bytes: 3, modified_at: new Date(0).toISOString() });
    await stop(learner);
  });

  it('are accessible only for the owner of a running instance', async () => {
    const { learner } = await startWithTerminal();
    await upload(learner, 'secret', 'mine');
    const stranger = await context().test.as();
    for (const answer of [
      await download(stranger, 'secret'),
      await upload(stranger, 'x', 'x'),
      await context().test.app.inject({ url: `${lab}/files`, headers: { authorization: `Bearer ${stranger.token}` } }),
    ]) {
      expect(answer.json()).toMatchObject({ code: 'instance_not_running' });
    }
    await start(stranger);
    expect((await download(stranger, 'secret')).statusCode).toBe(404);
    await Promise.all([stop(learner), stop(stranger)]);
  });
});

describe('access to home endpoints', () => {
  const calls = [
    ['GET', 'files'],
    ['GET', 'file?path=x'],
    ['PUT', 'file?path=x'],
    ['DELETE', 'home'],
    ['POST', 'terminal'],
  ] as const;
  const callAs = (token: string | undefined, method: (typeof calls)[number][0], url: string) =>
    context().test.app.inject({ method, url, headers: token ? { authorization: `Bearer ${token}` } : {} });

  it.each(calls)('%s %s rejects visitors, disabled accounts and unknown labs', async (...call) => {
    const [method, path] = call;
    const learner = await context().test.as();
    expect((await callAs(undefined, method, `${lab}/${path}`)).json()).toMatchObject({ code: 'token_missing' });
    expect((await callAs('x', method, `${lab}/${path}`)).json()).toMatchObject({ code: 'token_invalid' });
    const none = await callAs(learner.token, method, `/api/lab/no-such-lab/${path}`);
    expect([none.statusCode, none.json().code]).toEqual([404, 'not_found']);
    for (const slug of ['..%2Fx', 'NO', '%00', 'x'.repeat(200)]) {
      expect((await callAs(learner.token, method, `/api/lab/${slug}/${path}`)).statusCode, slug).toBe(400);
    }
    await context()
      .test.database.db.updateTable('users')
      .set({ is_active: false })
      .where('pk', '=', learner.pk)
      .execute();
    context().test.clock.advance(5);
    expect((await callAs(learner.token, method, `${lab}/${path}`)).statusCode).toBe(401);
  });
});

describe('a home', () => {
  it('is deleted only by its owner', async () => {
    const { learner, client } = await startWithTerminal();
    await putFile(client);
    await stop(learner);
    const before = (await state(learner))?.home;
    expect(before?.bytes).toBeGreaterThan(0);
    // The endpoint always deletes the caller's own home, and this caller has none.
    expect((await (await context().test.as()).delete(`${lab}/home`)).status).toBe(200);
    expect((await state(learner))?.home).toEqual(before);
  });

  it('is deleted only when no instance uses it', async () => {
    const { learner, client } = await startWithTerminal();
    await putFile(client);
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
    const other = await context().test.as();
    expect((await other.delete(`${lab}/home`)).status).toBe(200);
  });

  it('is listed in the data export', async () => {
    const { learner, client } = await startWithTerminal();
    await putFile(client);
    await stop(learner);
    const saved = (await state(learner))?.home;
    expect(saved?.bytes).toBeGreaterThan(0);
    const { body } = await learner.get<{ lab_homes: unknown }>('/api/account/export');
    expect(body.lab_homes).toEqual([{ lab: 'Lost Luggage', ...saved }]);
  });

  it('is saved when its instance expires', async () => {
    const { learner, client } = await startWithTerminal();
    client.type('put last words\n');
    await expect.poll(client.text).toContain('words');
    context().test.clock.advance(31 * 60);
    await context().test.sweepLabs();
    expect(await client.closed).toMatchObject({ code: 4000 });
    const back = await context().test.as({ pk: learner.pk });
    expect(await state(back)).toMatchObject({ status: 'expired', home: { bytes: expect.any(Number) } });
    await start(back);
    expect((await back.get<HomeFiles>(`${lab}/files`)).body.files.map(({ path }) => path)).toEqual(['last']);
    await stop(back);
  });
});
