import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTraining } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(async () => test.close());

const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url, headers });

describe('share picture', () => {
  it('serves the map as a PNG in the size that networks expect, embeddable and cacheable', async () => {
    const answer = await get('/share/map.png');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(answer.rawPayload.length).toBeLessThan(300_000);
    const again = await get('/share/map.png', { 'if-none-match': String(answer.headers.etag) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });

  it('redraws a course only when the course changes', async () => {
    const { slug } = await buildTraining(test.database.db);
    const tag = async () => (await get(`/share/course/${slug}.png`)).headers.etag;
    const first = await tag();
    expect(await tag()).toBe(first);
    await test.database.db
      .updateTable('trainings')
      .set({ name: 'A <b>new</b> & name' })
      .where('slug', '=', slug)
      .execute();
    expect(await tag()).not.toBe(first);
  });

  it('returns the same picture to concurrent requests', async () => {
    const { slug } = await buildTraining(test.database.db);
    const answers = await Promise.all([1, 2, 3].map(() => get(`/share/course/${slug}.png`)));
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  });

  it('returns 404 for hidden subjects and malformed names', async () => {
    const hidden = await buildTraining(test.database.db, { hidden: true });
    for (const path of [
      `course/${hidden.slug}.png`,
      'course/no-such-course.png',
      'lab/no-such-lab.png',
      'lesson/what-hacking-is.png',
      'course/map.jpg',
      'course/..%2F..%2Fetc%2Fpasswd.png',
      'course/%00.png',
      `course/${'a'.repeat(97)}.png`,
      `course/${encodeURIComponent("x' or 1=1 --")}.png`,
      'constructor/toString.png',
    ]) {
      const answer = await get(`/share/${path}`);
      expect([path.slice(0, 40), answer.statusCode]).toEqual([path.slice(0, 40), 404]);
    }
  });
});
