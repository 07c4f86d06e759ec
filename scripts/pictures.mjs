// `node scripts/pictures.mjs`: renders the pictures of the README, docs/pictures/*.webp, from the built platform. The platform
// runs on a free port with a temporary data folder. Needs Chromium (CHROMIUM_PATH).
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfNeeded, installPackages, requireNode, root } from './lib/setup.mjs';

requireNode();
installPackages();
buildIfNeeded();

const { chromium } = await import('playwright-core');
// sharp is a dependency of the server.
const sharp = createRequire(join(root, 'apps/server/package.json'))('sharp');

const size = { width: 1360, height: 850 };
const lessonWithLab = '/courses/first-light/first-hack/your-first-break-in';

const chromiumPath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path && existsSync(path),
);
if (!chromiumPath) {
  console.error('No Chromium was found. Install it (on Debian: apt install chromium), or set CHROMIUM_PATH.');
  process.exit(1);
}

const data = mkdtempSync(join(tmpdir(), 'hexpedition-pictures-'));
const port = await freePort();
const origin = `http://localhost:${port}`;
let server;
let browser;
// The running step then fails, and the script cleans up as after any error.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => Promise.all([browser?.close(), server?.stop()]));
}
try {
  server = startServer();
  const password = await server.started;
  browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu'],
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  const context = await browser.newContext({ viewport: size, deviceScaleFactor: 2, reducedMotion: 'reduce' });
  // With a stored decision the consent notice does not appear.
  const decided = encodeURIComponent(JSON.stringify({ platform: true, paddle: true, youtube: false }));
  await context.addCookies([{ url: origin, name: 'klaro', value: decided }]);
  const page = await context.newPage();
  await logIn(page, 'learner', password);

  await completeLessons(page, 'first-light', 4);
  await open(page, lessonWithLab);
  const article = page.getByRole('article');
  await article.getByRole('button', { name: 'Start lab' }).click();
  await article.getByRole('button', { name: 'Open lab' }).waitFor();
  await article.getByRole('textbox', { name: 'The flag that you found' }).scrollIntoViewIfNeeded();
  await take(page, 'lesson');

  for (const training of ['first-light', 'terminal']) await completeLessons(page, training);
  await completeLessons(page, 'http', 4);
  await open(page, '/map/foundations/http');
  await page.getByRole('region', { name: 'Notices' }).getByRole('button').click();
  await page.getByRole('link', { name: 'Continue' }).first().waitFor();
  await take(page, 'map');
} finally {
  await browser?.close();
  await server?.stop();
  rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Starts the built platform. `started` resolves to the password of the demo learner, which the first start prints. */
function startServer() {
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    // The operator's configuration must not reach this server, above all DATABASE_URL.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      DATA_DIR: data,
      PORT: String(port),
    },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const started = new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const password = /^ +learner +learner +(\S+)$/m.exec(text)?.[1];
      if (password) resolve(password);
    });
    ended.then((code) => reject(new Error(`The platform ended with ${code}:\n${text}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { started, stop };
}

async function open(page, path) {
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
}

async function logIn(page, username, password) {
  await open(page, '/login');
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(`${origin}/`);
}

/** Completes the first `count` lessons of a course, or all lessons. */
async function completeLessons(page, training, count = Number.POSITIVE_INFINITY) {
  await page.evaluate(
    async ([slug, most]) => {
      const { access } = JSON.parse(localStorage.getItem('token'));
      const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
      const ask = async (path, init) => {
        const response = await fetch(path, { headers, ...init });
        if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
        return response.json();
      };
      const { chapters } = await ask(`/api/training/${slug}`);
      for (const { slug: subchapter } of chapters.flatMap(({ subchapters }) => subchapters).slice(0, most)) {
        const body = JSON.stringify({ subchapter, completed: true });
        await ask(`/api/progress/${slug}`, { method: 'POST', body });
      }
    },
    [training, count],
  );
}

async function take(page, name) {
  const file = join(root, 'docs/pictures', `${name}.webp`);
  mkdirSync(join(root, 'docs/pictures'), { recursive: true });
  const picture = sharp(await page.screenshot());
  writeFileSync(file, await picture.webp({ quality: 82 }).toBuffer());
  console.log(`docs/pictures/${name}.webp: ${Math.round(statSync(file).size / 1_000)} KB`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
}
