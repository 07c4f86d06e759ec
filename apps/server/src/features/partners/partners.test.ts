import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompanyPage, Features, User } from '@hexpedition/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartError } from '#platform/start-error';
import { buildContinent, buildTraining } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';
import { findPartnerProblems } from './partner-problems.ts';
import { noPartners, readPartners } from './partners-file.ts';

const drawing = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" viewBox="0 0 120 40">
  <title>Example</title><path d="M0 0h120v40z" fill="#4285f4"/><text x="4" y="30" font-size="12">A &amp; B</text></svg>`;
/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const completeFile = `
promo: [first-dive, second-dive]
preview: look-inside
company:
  name: Harbour Works
  continent: harbour
  colour: amber
  logo: logo.svg
  link: https://harbour.example.com/learn
  text: |
    For **everybody** at the quay.

    <script>alert(1)</script>
  trainings: [cranes, ropes, cranes]
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partners-'));
  await writeFile(join(folder, 'logo.svg'), drawing);
  await writeFile(join(folder, 'logo.png'), png);
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string, name = 'partners.yaml') {
  await writeFile(join(folder, name), text);
  return readPartners(join(folder, name), null);
}

describe('readPartners', () => {
  it('accepts a missing file and missing parts', async () => {
    expect(await readPartners(null, null)).toEqual(noPartners);
    for (const text of ['', '{}', 'promo:\npreview:\ncompany:\n']) expect(await read(text)).toEqual(noPartners);
    expect(await read('company: {}')).toEqual({
      ...noPartners,
      company: {
        name: 'Google CAM',
        ...{ continent: null, colour: null, link: null, logo: null, trainings: [], textHtml: '' },
      },
    });
  });

  it('describes a company for COMPANY_DOMAIN alone, and without one in the file', async () => {
    const { company } = await read('company: {}');
    expect(await readPartners(null, 'example.com')).toEqual({ ...noPartners, company });
    await writeFile(join(folder, 'promo.yaml'), 'preview: look-inside');
    expect(await readPartners(join(folder, 'promo.yaml'), 'example.com')).toMatchObject({
      preview: 'look-inside',
      company: { name: 'Google CAM' },
    });
  });

  it('reads YAML and JSON and sanitizes the text', async () => {
    const { promo, preview, company } = await read(completeFile);
    expect([promo, preview]).toEqual([['first-dive', 'second-dive'], 'look-inside']);
    expect(company).toMatchObject({
      name: 'Harbour Works',
      continent: 'harbour',
      colour: 'amber',
      link: 'https://harbour.example.com/learn',
      trainings: ['cranes', 'ropes'],
    });
    expect(company?.textHtml).toContain('<strong>everybody</strong>');
    expect(company?.textHtml).not.toContain('script');
    const json = JSON.stringify({ promo, preview, company: { name: 'Harbour Works', logo: 'logo.png' } });
    expect(await read(json, 'partners.json')).toMatchObject({
      promo,
      company: { name: 'Harbour Works', logo: { contentType: 'image/png', bytes: png } },
    });
  });

  it('keeps only allowed elements of an SVG logo', async () => {
    const logo = (await read('company: { logo: logo.svg }')).company?.logo;
    expect(logo?.path).toMatch(/^\/partners\/logo-[0-9a-f]{16}\.svg$/);
    expect(logo?.bytes.toString().replaceAll('\n', '')).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40" viewBox="0 0 120 40">' +
        '  <path d="M0 0h120v40z" fill="#4285f4"></path><text x="4" y="30" font-size="12">A &amp; B</text></svg>',
    );
  });

  it.each([
    ['promo: [one]', 'promo is ["one"].', /two trainings/],
    ['promo: [one, one]', 'promo is ["one","one"].', /two trainings/],
    ['promo: one', 'promo is "one".', /two trainings/],
    ['promo: [One, two]', 'promo.0 is "One".', /lowercase letters/],
    ['preview: [one]', 'preview is ["one"].', /slug/],
    ['previews: one', 'the file has unknown keys: "previews".', /promo, preview, company/],
    ['company: { nme: x }', 'company has unknown keys: "nme".', /name, continent, colour/],
    ['company: yes', 'company is "yes".', /key: value/],
    ['- promo', 'the file is ["promo"].', /key: value/],
    ['company: { colour: mauve }', 'company.colour is "mauve".', /teal, amber/],
    ['company: { link: "http://example.com" }', 'company.link is "http://example.com".', /https/],
    ['company: { link: "javascript:alert(1)" }', 'company.link is "javascript:alert(1)".', /https/],
    ['company: { name: "" }', 'company.name is "".', /name/],
    ['company: { trainings: x }', 'company.trainings is "x".', /list of slugs/],
    ['company: { text: ":::quiz" }', 'company.text has an error in line 1.', /./],
  ])('rejects %s with a remedy', async (text, problem, remedy) => {
    const error = await read(text).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(StartError);
    expect(error).toMatchObject({ message: `PARTNERS_FILE: ${problem}`, remedy: expect.stringMatching(remedy) });
  });

  it('reports a missing file and invalid YAML', async () => {
    await expect(readPartners(join(folder, 'nowhere.yaml'), null)).rejects.toThrow(
      /nowhere.yaml", which cannot be read \(ENOENT\)/,
    );
    await expect(readPartners(folder, null)).rejects.toThrow(StartError);
    await expect(read('promo: [')).rejects.toThrow(/which is not YAML\.$/);
    await expect(read('preview: one\npreview: two')).rejects.toThrow(StartError);
  });
});

describe('company logo', () => {
  const withLogo = async (name: string, bytes: string | Buffer) => {
    await writeFile(join(folder, name), bytes);
    return read(`company: { logo: "${name}" }`);
  };

  it('is rejected if it is missing or too large', async () => {
    await expect(read('company: { logo: none.svg }')).rejects.toThrow(/none.svg", which cannot be read \(ENOENT\)\.$/);
    const large = Buffer.concat([png, Buffer.alloc(64 * 1024)]);
    await expect(withLogo('large.png', large)).rejects.toThrow(`which has ${large.length} bytes.`);
    const fits = Buffer.concat([png, Buffer.alloc(64 * 1024 - png.length)]);
    expect((await withLogo('fits.png', fits)).company?.logo?.bytes).toHaveLength(64 * 1024);
  });

  it.each([
    ['a script', '<svg viewBox="0 0 9 9"><script>alert(1)</script></svg>', '<script>'],
    ['a handler', '<svg viewBox="0 0 9 9"><path d="M0 0" onclick="alert(1)"/></svg>', 'onclick'],
    ['an embedded page', '<svg viewBox="0 0 9 9"><foreignObject/></svg>', '<foreignObject>'],
    ['an external image', '<svg viewBox="0 0 9 9"><image href="https://x.example"/></svg>', '<image>'],
    ['an external fill', '<svg viewBox="0 0 9 9"><path d="M0 0" fill="url(https://x.example)"/></svg>', 'fill'],
    ['an entity', '<!DOCTYPE svg [<!ENTITY x "y">]><svg viewBox="0 0 9 9"/>', 'well formed'],
    ['no size', '<svg><path d="M0 0"/></svg>', 'viewBox'],
    ['an HTML page', '<!doctype html><p>Hello', 'well formed'],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'line 1'],
  ])('is rejected with %s', async (_, bytes, problem) => {
    await expect(withLogo('wrong.svg', bytes)).rejects.toThrow(problem);
  });
});

describe('partners on the platform', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ companyDomain: 'example.com' }, { partners: await read(completeFile) });
  });
  afterAll(() => test.close());

  it('shows visitors the promoted, previewed and sponsored trainings, but not the domain', async () => {
    const { body } = await test.anonymous.get<Features>('/api/config/features2');
    expect(body).toMatchObject({ promo: ['first-dive', 'second-dive'], preview: 'look-inside' });
    expect(body.company).toEqual({
      name: 'Harbour Works',
      continent: 'harbour',
      colour: 'amber',
      link: 'https://harbour.example.com/learn',
      logo: expect.stringMatching(/^\/partners\/logo-/),
      trainings: ['cranes', 'ropes'],
    });
    expect(JSON.stringify({ ...body, company: { ...body.company, link: null } })).not.toContain('example.com');
  });

  it('serves the logo with a sandboxed policy, and no other file', async () => {
    const { logo } = (await test.anonymous.get<Features>('/api/config/features2')).body.company ?? {};
    const answer = await test.app.inject(logo ?? '');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(answer.body).toContain('M0 0h120v40z');
    const { etag } = answer.headers;
    const again = await test.app.inject({ url: logo ?? '', headers: { 'if-none-match': String(etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    for (const path of ['/partners/partners.yaml', '/partners/..%2fpartners.yaml', '/partners/logo.svg']) {
      const { statusCode, headers } = await test.app.inject(path);
      expect([path, statusCode, headers['cache-control']]).toEqual([path, 404, 'no-store']);
    }
  });

  it.each([
    [{ email: 'ada@example.com' }, true],
    [{ pendingEmail: 'Ada@EU.Example.com' }, true],
    [{ email: 'ada@example.com.evil.org' }, false],
    [{}, false],
  ])('shows %o the company’s page: %s', async (addresses, belongs) => {
    const account = await test.as(addresses);
    const { user } = (await account.get<{ user: User }>('/api/account/details')).body;
    expect(user.account.company).toBe(belongs);
    const page = await account.get<CompanyPage>('/api/config/company');
    expect(page.status).toBe(belongs ? 200 : 404);
    expect(page.body.text_html?.includes('everybody') ?? false).toBe(belongs);
  });

  it('has no partners without a file', async () => {
    const plain = await createTestApp({ companyDomain: 'example.com' });
    const { promo, preview, company } = (await plain.anonymous.get<Features>('/api/config/features2')).body;
    expect({ promo, preview, company }).toEqual({ promo: [], preview: null, company: null });
    expect((await (await plain.as({ email: 'ada@example.com' })).get('/api/config/company')).status).toBe(404);
    await plain.close();
  });

  it('reports references to missing content and serves anyway', async () => {
    const { db } = test.database;
    await buildContinent(db, { slug: 'harbour' });
    await buildTraining(db, { slug: 'first-dive', tier: 2 });
    await buildTraining(db, { slug: 'second-dive', tier: 1 });
    await buildTraining(db, { slug: 'cranes' });
    await buildTraining(db, { slug: 'ropes', hidden: true });
    const partners = await read(completeFile);
    expect(await findPartnerProblems(db, partners, 'example.com')).toEqual([
      'PARTNERS_FILE: promo names the course "second-dive", whose tier is not Specialization.',
      'PARTNERS_FILE: preview names the course "look-inside", which does not exist or is hidden.',
      'PARTNERS_FILE: company.trainings names the course "ropes", which does not exist or is hidden.',
    ]);
    expect(await findPartnerProblems(db, await read('company: { continent: nowhere }'), null)).toEqual([
      'PARTNERS_FILE: company.continent is "nowhere", which does not exist.',
      'COMPANY_DOMAIN is not set, so no user sees the page of Google CAM.',
    ]);
    expect(await findPartnerProblems(db, noPartners, null)).toEqual([]);
  });
});
