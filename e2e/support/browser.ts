import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { startTrace } from './traces.ts';

let opened: Promise<Browser> | undefined;

const fullBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The same engine without the browser's own UI, whose pages would take as much CPU as the pages under test. */
const headlessShell = '/usr/bin/chromium-headless-shell';

/**
 * Returns the browser of this worker, which all its test files share; each visitor has its own context. It closes with
 * the worker.
 */
export async function openBrowser(): Promise<Browser> {
  if (!(await opened)?.isConnected()) opened = launchFirst([headlessShell, ...fullBrowsers]);
  return opened as Promise<Browser>;
}

/** Starts a whole Chromium if one is installed, so that measurements match what people use. */
export const launch = (...moreArgs: string[]): Promise<Browser> =>
  launchFirst([...fullBrowsers, headlessShell], moreArgs);

/** Whether the browser opens a window. */
const isHeaded = process.env.HEADED === '1';

/** Starts the browser of CHROMIUM_PATH, or else the first installed one of these. */
function launchFirst(paths: string[], moreArgs: string[] = []): Promise<Browser> {
  const usable = isHeaded ? paths.filter((path) => path !== headlessShell) : paths;
  const executablePath = [process.env.CHROMIUM_PATH, ...usable].find((path) => path && existsSync(path));
  if (isHeaded) requireHeaded(executablePath);
  if (!executablePath) throw new Error('No Chromium found. Set CHROMIUM_PATH.');
  return chromium.launch({
    executablePath,
    headless: !isHeaded,
    // Root in a container cannot set the sandbox up. The other arguments stop Chromium's background requests.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...moreArgs,
    ],
  });
}

/** @throws Error if a browser cannot open a window, with the remedy */
function requireHeaded(executablePath: string | undefined): void {
  if (!executablePath)
    throw new Error(
      'HEADED=1 needs a full Chromium, and only the headless shell is installed. Install it (Debian: apt install chromium), or set CHROMIUM_PATH.',
    );
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    throw new Error('HEADED=1 needs a display. Set DISPLAY, or run the command with xvfb-run.');
}

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Console and script errors so far, with the page that they came from. */
  errors: string[];
}

interface VisitorOptions {
  theme?: 'dark' | 'light';
  width?: number;
  height?: number;
  reducedMotion?: boolean;
  /** A phone with a touch screen. */
  touch?: boolean;
  /** Whether the visitor has not decided about consent yet and is asked. Other visitors have declined everything. */
  undecided?: boolean;
  /** Whether the service worker may run. Tests that hold requests back would not see those that it answers. */
  offline?: boolean;
  /** Host names that the browser resolves to this machine (`--host-resolver-rules`), and that pages may request. */
  hosts?: string[];
}

/** Consent cookie of a visitor who has declined everything. Cookies ignore ports. */
const declined = ['http://localhost', 'http://127.0.0.1'].map((url) => ({
  url,
  name: 'klaro',
  value: encodeURIComponent(JSON.stringify({ platform: true, paddle: true, matomo: false, youtube: false })),
}));

/** A little less than the test timeout, so that the failure names what the test waited for. */
const maxWaitMs = 100_000;

/** Opens a page in a fresh profile. Requests to other hosts than the platform fail the test through `errors`. */
export async function newVisitor(browser: Browser, options: VisitorOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 860 },
    reducedMotion: options.reducedMotion === false ? 'no-preference' : 'reduce',
    hasTouch: options.touch ?? false,
    isMobile: options.touch ?? false,
    serviceWorkers: options.offline ? 'allow' : 'block',
  });
  await startTrace(context);
  // A busy machine takes longer than the default 30 s, for example for the preview of a whole curriculum.
  context.setDefaultTimeout(maxWaitMs);
  if (!options.undecided) await context.addCookies(declined);
  const { theme, hosts } = options;
  if (theme) {
    await context.addInitScript((value) => {
      // An empty window has no storage.
      if (location.protocol !== 'about:') localStorage.setItem('theme', value);
    }, theme);
  }
  const page = await context.newPage();
  const errors: string[] = [];
  watch(page, errors, hosts);
  context.on('page', (opened) => watch(opened, errors, hosts));
  return { context, page, errors };
}

/** Requests of a page: how many so far, and the pending ones. */
const traffic = new WeakMap<Page, { asked: number; open: Set<Request> }>();

function watchTraffic(page: Page): void {
  const known = { asked: 0, open: new Set<Request>() };
  traffic.set(page, known);
  page.on('request', (request) => {
    // Requests of the previous page are dropped with it, and not always with an event.
    if (opensPage(request)) known.open.clear();
    known.asked += 1;
    if (reportsItsEnd(request)) known.open.add(request);
  });
  page.on('requestfinished', (request) => known.open.delete(request));
  page.on('requestfailed', (request) => known.open.delete(request));
}

/** Whether Chromium always reports the end of a request. */
function reportsItsEnd(request: Request): boolean {
  // The editor of the map sends this request with `keepalive` when it closes.
  const endsPresence = request.method() === 'DELETE' && request.url().endsWith('/presence');
  // A page may close a worker before its script has loaded.
  const isWorker = /\.worker-[\w-]+\.js$/.test(request.url());
  return !endsPresence && !isWorker;
}

function opensPage(request: Request): boolean {
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame().parentFrame() === null;
  } catch {
    // A frame inside of the page may not exist yet. The main frame does.
    return false;
  }
}

/**
 * Waits until a visitor's page has settled: it has loaded, no request is pending, and the browser is idle, which it is
 * only after the page has hydrated and painted. `networkidle` would wait another half second.
 */
export async function settled(page: Page): Promise<void> {
  const known = traffic.get(page);
  if (!known) throw new Error('Only pages of newVisitor() are watched.');
  await page.waitForLoadState('load');
  // A page requests its scripts after its first paint. A page that only the browser renders hydrates before its route
  // has loaded.
  await page.waitForFunction(() => {
    const { __TSR_ROUTER__: router } = window as { __TSR_ROUTER__?: { state: { status: string } } };
    return document.documentElement.dataset.unhydrated === undefined && router?.state.status !== 'pending';
  });
  const deadline = Date.now() + 60_000;
  for (let before = -1; before !== known.asked || known.open.size > 0; ) {
    if (Date.now() > deadline) {
      const open = [...known.open].map((request) => request.url());
      throw new Error(`${page.url()} did not settle. Pending: ${open.join(', ') || 'nothing'}.`);
    }
    before = known.asked;
    await page.evaluate(async () => {
      for (let turns = 0; turns < 2; turns++) {
        await new Promise((idle) => requestIdleCallback(idle, { timeout: 1_000 }));
        await new Promise((drawn) => requestAnimationFrame(drawn));
      }
    });
  }
}

function watch(page: Page, errors: string[], hosts: string[] = []): void {
  watchTraffic(page);
  // Labs are meant to be broken: errors inside one are not the platform's.
  const isLab = () => new URL(page.url()).hostname.endsWith('.labs.localhost');
  page.on('console', (message) => {
    if (message.type() === 'error' && !isLab()) errors.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const isOurs = ['127.0.0.1', 'localhost', ...hosts].includes(hostname) || hostname.endsWith('.localhost');
    if (/^(https?|wss?):$/.test(protocol) && !isOurs) errors.push(`${page.url()} requested ${request.url()}`);
  });
}

/**
 * Holds back matching scripts, as a slow connection does.
 * @returns a function that lets them load
 */
export async function holdBack(context: BrowserContext, scripts: string | RegExp): Promise<() => void> {
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  await context.route(scripts, async (route) => {
    await sent;
    await route.continue();
  });
  return send;
}
