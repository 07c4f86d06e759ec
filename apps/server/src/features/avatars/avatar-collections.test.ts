import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#platform/paths';
import { collections, readDrawings } from './avatar-collections.ts';

const folder = join(projectRoot, 'apps/server/src/features/avatars/collections');
const drawings = [...readDrawings()].map(([path, { svg }]) => [path, svg.toString()] as const);

test('the list matches the files in the folder', () => {
  const files = readdirSync(folder).flatMap((slug) => readdirSync(join(folder, slug)).map((file) => `${slug}/${file}`));
  expect(files.map((file) => `/avatars/${file}`).sort()).toEqual(drawings.map(([path]) => path).sort());
  expect(collections.length).toBeGreaterThanOrEqual(3);
  for (const { avatars } of collections) expect(avatars).toHaveLength(8);
});

describe.each(drawings)('%s', (path, svg) => {
  test('is small and has a title', () => {
    expect(svg.length).toBeLessThan(4_096);
    const { name } = collections.flatMap(({ avatars }) => avatars).find(({ image }) => image === path) ?? {};
    expect(/<title>([^<]+)<\/title>/.exec(svg)?.[1]).toBe(name);
  });

  test('contains only shapes', () => {
    const names = [...svg.matchAll(/<([a-z]+)/gi)].map((match) => match[1]);
    const shapes = ['svg', 'title', 'clipPath', 'g', 'path', 'circle', 'ellipse', 'rect'];
    expect(names.filter((name) => !shapes.includes(name ?? ''))).toEqual([]);
    expect(svg).not.toMatch(/\s(?:on\w+|style|href|xlink:href|src|class)\s*=|<[!?]|&|@import|javascript:|data:/i);
    expect([...svg.matchAll(/url\(([^)]*)\)/g)].map((match) => match[1])).toEqual(['#hex']);
    expect(svg.match(/https?:[^"]*/g)).toEqual(['http://www.w3.org/2000/svg']);
  });

  test('is well-formed', () => {
    const open: string[] = [];
    for (const [, closes, name = '', attributes = '', alone] of svg.matchAll(/<(\/?)([a-zA-Z]+)([^<>]*?)(\/?)>/g)) {
      expect(attributes).toMatch(/^(?:\s+[a-zA-Z-]+="[^"<>]*")*\s*$/);
      const given = [...attributes.matchAll(/([a-zA-Z-]+)=/g)].map((match) => match[1]);
      expect(new Set(given).size, attributes).toBe(given.length);
      if (closes) expect(open.pop()).toBe(name);
      else if (!alone) open.push(name);
    }
    expect(open).toEqual([]);
  });
});

test('all drawings can be rendered', async () => {
  // A strict XML parser reads SVG files. Uploads block the SVG loader, so this test unblocks it.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  for (const [, svg] of drawings) {
    expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ format: 'svg', width: 128, height: 128 });
  }
});
