import type { Avatars, User } from '@hexpedition/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import { base64, plain } from './testing.ts';

interface Changed {
  user: User;
}

let site: TestApp;
let picture: string;

beforeAll(async () => {
  site = await createTestApp();
  picture = base64(await plain().png().toBuffer());
});
afterAll(() => site.close());

const events = (pk: number) =>
  site.database.db
    .selectFrom('audit_events')
    .select(['action', 'subject', 'data'])
    .where('actor_pk', '=', pk)
    .where('action', 'like', 'avatar.%')
    .orderBy('pk')
    .execute();
const stored = (pk: number) =>
  site.database.db
    .selectFrom('users')
    .leftJoin('avatar_uploads', 'avatar_uploads.user_pk', 'users.pk')
    .select(['users.avatar', 'avatar_uploads.id'])
    .where('users.pk', '=', pk)
    .executeTakeFirstOrThrow();

test('a drawn avatar is listed, chosen, served and removed', async () => {
  const mara = await site.as();
  const { body } = await mara.get<Avatars>('/api/avatars');
  expect(body.upload).toBeNull();
  const avatar = body.collections[1]?.avatars[2];
  expect(avatar).toMatchObject({ id: 'deep-jellyfish', name: 'Jellyfish', image: '/avatars/deep/jellyfish.svg' });

  const set = await mara.post<Changed>(`/api/avatars/set/${avatar?.id}`);
  expect(set.status).toBe(200);
  expect(set.body.user).toMatchObject({ pk: mara.pk, account: { image: avatar?.image } });
  const details = await mara.get<Changed>('/api/account/details');
  expect(details.body.user.account.image).toBe(avatar?.image);

  const svg = await site.app.inject({ url: avatar?.image ?? '' });
  expect(svg.statusCode).toBe(200);
  expect(svg.body).toContain('<title>Jellyfish</title>');
  expect(svg.headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=86400',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  const headers = { 'if-none-match': `"other", W/${svg.headers.etag}` };
  const again = await site.app.inject({ url: avatar?.image ?? '', headers });
  expect([again.statusCode, again.body]).toEqual([304, '']);

  const reset = await mara.post<Changed>('/api/avatars/set/default');
  expect(reset.body.user.account.image).toBeNull();
  expect(await events(mara.pk)).toEqual([
    { action: 'avatar.set', subject: `user:${mara.pk}`, data: { image: avatar?.image } },
    { action: 'avatar.set', subject: `user:${mara.pk}`, data: { image: null } },
  ]);
});

test('an upload is re-encoded, served with a long lifetime, and can be chosen again', async () => {
  const mara = await site.as();
  const sent = await mara.post<Changed>('/api/avatars/upload', { image: picture });
  expect(sent.status).toBe(200);
  const path = sent.body.user.account.image ?? '';
  expect(path).toMatch(/^\/avatars\/upload\/[\da-f-]{36}\.webp$/);

  const served = await site.app.inject({ url: path });
  expect(served.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });

  await mara.post('/api/avatars/set/gear-anchor');
  const { upload } = (await mara.get<Avatars>('/api/avatars')).body;
  expect(upload?.image).toBe(path);
  const reset = await mara.post<Changed>(`/api/avatars/set/${upload?.id}`);
  expect(reset.body.user.account.image).toBe(path);

  const second = await mara.post<Changed>('/api/avatars/upload', { image: picture });
  expect(second.body.user.account.image).not.toBe(path);
  expect((await site.app.inject({ url: path })).statusCode).toBe(404);
  expect((await mara.post(`/api/avatars/set/${upload?.id}`)).status).toBe(404);
  expect((await events(mara.pk)).map(({ action }) => action)).toEqual([
    'avatar.uploaded',
    'avatar.set',
    'avatar.set',
    'avatar.uploaded',
  ]);
});

test('unknown avatars and uploads of other users cannot be chosen', async () => {
  const [mara, eve] = [await site.as(), await site.as()];
  await mara.post('/api/avatars/upload', { image: picture });
  const { upload } = (await mara.get<Avatars>('/api/avatars')).body;
  for (const id of [upload?.id, 'deep-kraken', 'deep', '..%2fdeep-crab', 'constructor', '__proto__', '%00', '-']) {
    const answer = await eve.post(`/api/avatars/set/${id}`);
    expect([id, answer.status, answer.body.code]).toEqual([id, 404, 'not_found']);
  }
  expect((await eve.post(`/api/avatars/set/${'a'.repeat(81)}`)).status).toBe(400);
  expect(await stored(eve.pk)).toEqual({ avatar: null, id: null });
  expect(await events(eve.pk)).toEqual([]);
});

test('all calls require a token', async () => {
  expect((await site.anonymous.get('/api/avatars')).status).toBe(401);
  expect((await site.anonymous.post('/api/avatars/set/deep-crab')).status).toBe(401);
  expect((await site.anonymous.post('/api/avatars/upload', { image: picture })).status).toBe(401);
});

test('malformed input is rejected and changes nothing', async () => {
  const mara = await site.as();
  const svg = base64('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  for (const image of [svg, 'aGFsbG8=', 'no base64 at all', `data:image/png;base64,${picture}`]) {
    const answer = await mara.post('/api/avatars/upload', { image });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'image_invalid', fields: { image: answer.body.msg } });
  }
  for (const body of [{}, { image: '' }, { image: 7 }, { image: 'A'.repeat(6_000_001) }]) {
    const answer = await mara.post('/api/avatars/upload', body);
    expect([answer.status, Object.keys((answer.body.fields ?? {}) as object)]).toEqual([400, ['image']]);
  }
  expect((await mara.post('/api/avatars/upload', { image: 'A'.repeat(6_200_000) })).status).toBe(413);
  expect(await stored(mara.pk)).toEqual({ avatar: null, id: null });
});

test('after concurrent uploads and choices the chosen picture exists', async () => {
  const mara = await site.as();
  await mara.post('/api/avatars/upload', { image: picture });
  const { upload } = (await mara.get<Avatars>('/api/avatars')).body;
  const answers = await Promise.all([
    mara.post('/api/avatars/upload', { image: picture }),
    mara.post('/api/avatars/upload', { image: picture }),
    mara.post(`/api/avatars/set/${upload?.id}`),
  ]);
  expect(answers.map(({ status }) => status).slice(0, 2)).toEqual([200, 200]);
  const { avatar, id } = await stored(mara.pk);
  expect(avatar).toBe(`/avatars/upload/${id}.webp`);
  expect((await site.app.inject({ url: avatar ?? '' })).statusCode).toBe(200);
});

test('uploads are limited to ten per hour and user', async () => {
  const [mara, eve] = [await site.as(), await site.as()];
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries++) {
    statuses.push((await mara.post('/api/avatars/upload', { image: 'AAAA' })).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
  expect((await eve.post('/api/avatars/upload', { image: picture })).status).toBe(200);
  site.clock.advance(3_601);
  const later = await site.as({ pk: mara.pk });
  expect((await later.post('/api/avatars/upload', { image: picture })).status).toBe(200);
});

test('deleting a user deletes their picture', async () => {
  const mara = await site.as();
  const { body } = await mara.post<Changed>('/api/avatars/upload', { image: picture });
  await site.database.db.deleteFrom('users').where('pk', '=', mara.pk).execute();
  expect((await site.app.inject({ url: body.user.account.image ?? '' })).statusCode).toBe(404);
});

test('paths cannot escape the collections', async () => {
  for (const url of [
    '/avatars/deep/kraken.svg',
    '/avatars/deep/octopus.svg.bak',
    '/avatars/deep/..%2f..%2fcollections.ts',
    '/avatars/..%2f/collections.ts',
    '/avatars/%2e%2e/app.ts',
    '/avatars/deep/octopus',
    '/avatars/upload/not-a-uuid.webp',
    '/avatars/upload/00000000-0000-4000-8000-000000000000.webp',
    "/avatars/upload/'%20or%201=1.webp",
    '/avatars/upload/%00.webp',
  ]) {
    const answer = await site.app.inject({ url });
    expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([
      url,
      404,
      'application/json; charset=utf-8',
    ]);
    expect(answer.headers['cache-control'] ?? 'no-store').toBe('no-store');
  }
});
