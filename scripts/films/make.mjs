// node scripts/films/make.mjs <film>            draws, encodes and writes the film with its captions, chapters, poster
// node scripts/films/make.mjs <film> captions   writes only the captions and chapters
// node scripts/films/make.mjs <film> 3 12.5 40  writes pictures of these seconds to .cache/films instead
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const [which, ...seconds] = process.argv.slice(2);
const { film } = await import(`./${which}.mjs`);
const out = join(root, film.out);
await mkdir(dirname(out), { recursive: true });
if (seconds.length === 0 || seconds[0] === 'captions') await writeCaptions();
if (seconds[0] === 'captions') process.exit();

const fps = 30;
const total = film.scenes.reduce((sum, { length }) => sum + length, 0);
const frames = Math.round(total * fps);
const fontFiles = {
  'Chakra Petch': '@fontsource/chakra-petch/files/chakra-petch-latin-600-normal.woff2',
  Inter: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  'JetBrains Mono': '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
};

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
page.on('console', (message) => console.log(message.text()));
page.on('pageerror', (error) => console.log(error));
// The page is made up. It has an https address, because WebCodecs works on secure pages only.
await page.route('https://films.example/**', async (route) => {
  const { pathname } = new URL(route.request().url());
  if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><canvas></canvas>' });
  const file = join(pathname.startsWith('/node_modules/') ? root : here, pathname);
  const contentType = file.endsWith('.mjs') ? 'text/javascript' : 'font/woff2';
  return route.fulfill({ contentType, body: await readFile(file) });
});
await page.goto('https://films.example/');
await page.evaluate(
  async ({ which, fontFiles }) => {
    for (const [family, file] of Object.entries(fontFiles)) {
      document.fonts.add(await new FontFace(family, `url(/node_modules/${file})`, { weight: '100 900' }).load());
    }
    const [{ film }, { Stage, shown }] = await Promise.all([import(`/${which}.mjs`), import('/stage.mjs')]);
    const canvas = document.querySelector('canvas');
    Object.assign(canvas, { width: 1280, height: 720 });
    const stage = new Stage(canvas.getContext('2d', { alpha: false }));
    const titles = film.scenes.map(({ title }) => title);
    globalThis.canvas = canvas;
    globalThis.show = (second) => {
      let start = 0;
      let index = 0;
      while (index < titles.length - 1 && second >= start + film.scenes[index].length) {
        start += film.scenes[index].length;
        index += 1;
      }
      const { length, draw } = film.scenes[index];
      const alpha = shown(second - start, 0, index === titles.length - 1 ? Infinity : length, 0.2);
      stage.chart();
      stage.fade(alpha, () => draw(stage, second - start));
      stage.heading(index, titles, alpha);
    };
  },
  { which, fontFiles },
);

const picture = async (second, type) => {
  const draw = ([at, as]) => {
    show(at);
    return canvas.toDataURL(as, 0.85);
  };
  const url = await page.evaluate(draw, [second, type]);
  return Buffer.from(url.split(',')[1], 'base64');
};

if (seconds.length > 0) {
  const stills = join(root, '.cache/films');
  await mkdir(stills, { recursive: true });
  for (const second of seconds) {
    await writeFile(
      join(stills, `${which}-${second.padStart(4, '0')}.png`),
      await picture(Number(second), 'image/png'),
    );
  }
} else {
  // A key frame when a scene has just appeared, and then every three seconds.
  const keys = new Set([0]);
  let from = 0;
  for (const { length } of film.scenes) {
    for (let at = from + 0.2; at < from + length - 1; at += 3) keys.add(Math.round(at * fps));
    from += length;
  }
  const bitrate = film.bitrate ?? 105_000;
  const base64 = await page.evaluate(
    async ({ frames, fps, bitrate, keys }) => {
      const { BufferTarget, CanvasSource, Output, Quality, WebMOutputFormat } = await import(
        '/node_modules/mediabunny/dist/bundles/mediabunny.min.mjs'
      );
      const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
      const source = new CanvasSource(canvas, {
        codec: 'vp9',
        fullCodecString: 'vp09.00.31.08',
        quality: new Quality({ bitrate, bitrateMode: 'variable' }),
        latencyMode: 'quality',
      });
      output.addVideoTrack(source, { frameRate: fps });
      await output.start();
      for (let at = 0; at < frames; at += 1) {
        show(at / fps);
        await source.add(at / fps, 1 / fps, { keyFrame: keys.includes(at) });
      }
      await output.finalize();
      const { promise, resolve } = Promise.withResolvers();
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result.split(',')[1]);
      reader.readAsDataURL(new Blob([output.target.buffer]));
      return promise;
    },
    { frames, fps, bitrate, keys: [...keys] },
  );
  const file = Buffer.from(base64, 'base64');
  await writeFile(`${out}.webm`, file);
  await writeFile(`${out}.webp`, await picture(film.poster, 'image/webp'));
  console.log(`${film.out}.webm: ${total} s, ${frames} frames, ${Math.round(file.length / 1000)} kB`);
}
await browser.close();

/** Writes the captions and the chapters as WebVTT. */
async function writeCaptions() {
  const clock = (second) => {
    const thousandths = Math.round(second * 1000);
    const pad = (value, width = 2) => String(value).padStart(width, '0');
    return `${pad(Math.floor(thousandths / 60000))}:${pad(Math.floor(thousandths / 1000) % 60)}.${pad(thousandths % 1000, 3)}`;
  };
  const cue = (from, to, words) =>
    `\n${clock(from)} --> ${clock(to)}\n${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}\n`;
  let start = 0;
  let captions = 'WEBVTT\n';
  let chapters = 'WEBVTT\n';
  for (const scene of film.scenes) {
    chapters += cue(start, start + scene.length, scene.title);
    for (const [from, to, words] of scene.captions) captions += cue(start + from, start + to, words);
    start += scene.length;
  }
  await writeFile(`${out}.en.vtt`, captions);
  await writeFile(`${out}.chapters.vtt`, chapters);
}
