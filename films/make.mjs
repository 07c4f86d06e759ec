// node films/make.mjs <film>            draws, encodes and writes the film with its captions, chapters, poster
// node films/make.mjs <film> 3 12.5 40  writes pictures of these seconds to /tmp/films instead
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { webm } from './webm.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..');
const [which, ...seconds] = process.argv.slice(2);
const { film } = await import(`./${which}.mjs`);
const fps = 30;
const total = film.scenes.reduce((sum, { length }) => sum + length, 0);
const fontFiles = {
  'Chakra Petch': '@fontsource/chakra-petch/files/chakra-petch-latin-600-normal.woff2',
  Inter: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  'JetBrains Mono': '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
};

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
page.on('console', (message) => console.log(message.text()));
page.on('pageerror', (error) => console.log(error));
// The page is made up, and secure because of its name: WebCodecs asks for that.
await page.route('https://films.example/**', async (route) => {
  const { pathname } = new URL(route.request().url());
  if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><canvas></canvas>' });
  const file = pathname.startsWith('/fonts/') ? join(root, 'node_modules', pathname.slice(7)) : join(here, pathname);
  const contentType = file.endsWith('.mjs') ? 'text/javascript' : 'font/woff2';
  return route.fulfill({ contentType, body: await readFile(file) });
});
const frames = [];
await page.exposeFunction('keep', (time, key, data) => frames.push({ time, key, data: Buffer.from(data, 'base64') }));
await page.goto('https://films.example/');
await page.evaluate(
  async ({ which, fontFiles }) => {
    for (const [family, file] of Object.entries(fontFiles)) {
      document.fonts.add(await new FontFace(family, `url(/fonts/${file})`, { weight: '100 900' }).load());
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
  await mkdir('/tmp/films', { recursive: true });
  for (const second of seconds) {
    await writeFile(`/tmp/films/${which}-${second.padStart(4, '0')}.png`, await picture(Number(second), 'image/png'));
  }
} else {
  // A key frame where a scene has just come up, and then every three seconds.
  const keys = new Set([0]);
  let from = 0;
  for (const { length } of film.scenes) {
    for (let at = from + 0.2; at < from + length - 1; at += 3) keys.add(Math.round(at * fps));
    from += length;
  }
  const bitrate = film.bitrate ?? 105_000;
  await page.evaluate(
    async ({ total, fps, bitrate, keys }) => {
      const encoder = new VideoEncoder({
        output: async (chunk) => {
          const data = new Uint8Array(chunk.byteLength);
          chunk.copyTo(data);
          let words = '';
          for (let at = 0; at < data.length; at += 8192) words += String.fromCharCode(...data.subarray(at, at + 8192));
          await keep(Math.round(chunk.timestamp / 1000), chunk.type === 'key', btoa(words));
        },
        error: (error) => console.log(`${error}`),
      });
      const size = { width: 1280, height: 720, framerate: fps };
      encoder.configure({ codec: 'vp09.00.31.08', ...size, bitrate, bitrateMode: 'variable', latencyMode: 'quality' });
      for (let at = 0; at < total * fps; at += 1) {
        show(at / fps);
        const frame = new VideoFrame(canvas, { timestamp: Math.round((at * 1e6) / fps), duration: 1e6 / fps });
        encoder.encode(frame, { keyFrame: keys.includes(at) });
        frame.close();
        while (encoder.encodeQueueSize > 8) await new Promise((go) => setTimeout(go, 5));
      }
      await encoder.flush();
    },
    { total, fps, bitrate, keys: [...keys] },
  );
  // What is kept crosses over to this process one frame after the other.
  while (frames.length < total * fps) await new Promise((go) => setTimeout(go, 50));
  frames.sort((a, b) => a.time - b.time);
  const out = join(root, film.out);
  await mkdir(dirname(out), { recursive: true });
  const file = webm({ width: 1280, height: 720, duration: total * 1000, frames });
  await writeFile(`${out}.webm`, file);
  await writeFile(`${out}.webp`, await picture(film.poster, 'image/webp'));
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
  console.log(`${film.out}.webm: ${total} s, ${frames.length} frames, ${Math.round(file.length / 1000)} kB`);
}
await browser.close();
