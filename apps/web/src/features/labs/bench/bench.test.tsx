import type { Instance, Lab } from '@hexpedition/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { labQuery } from '#entities/lab/lab-queries.ts';
import { buildInstance, buildLabFlag, buildUser } from '#lib/testing/builders.ts';
import type { Answers } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { LabPage } from '../lab-page/lab-page.tsx';
import * as terminalScreen from './terminal/terminal-screen.ts';
import { buildBenchLab, buildRepair } from './testing/build-bench.ts';

/** Replaces xterm, which needs a layout to measure letters. Shows the output as text, and reads a text field. */
class FakeTerminalScreen {
  readonly size = { columns: 80, rows: 24 };
  readonly isApplicationMode = false;
  readonly #field = document.createElement('textarea');
  readonly #shown = document.createElement('pre');
  readonly #input: (bytes: Uint8Array) => void;
  constructor(options: { host: HTMLElement; label: string; onInput: (bytes: Uint8Array) => void }) {
    this.#input = options.onInput;
    this.#field.setAttribute('aria-label', options.label);
    this.#field.addEventListener('keydown', (event) => this.press(event.key));
    options.host.append(this.#field, this.#shown);
  }
  write = (bytes: Uint8Array) => this.#shown.append(new TextDecoder().decode(bytes));
  writeNotice = (text: string) => this.#shown.append(`[${text}]`);
  clear = () => this.#shown.replaceChildren();
  press = (data: string) => this.#input(new TextEncoder().encode(data));
  focus = () => this.#field.focus();
  setOptions() {}
  updateColours() {}
  destroy() {}
}

/** Fake WebSocket. The test acts as the server. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static opened: FakeSocket[] = [];
  readonly address: string;
  readonly sent: (string | Uint8Array)[] = [];
  binaryType = '';
  readyState = 0;

  constructor(address: string | URL) {
    super();
    this.address = String(address);
    FakeSocket.opened.push(this);
  }

  send(message: string | Uint8Array): void {
    this.sent.push(message);
  }

  close(): void {
    this.readyState = 3;
  }

  /** Server actions. */
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  sendMessage(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
  sendOutput(text: string): void {
    this.dispatchEvent(new MessageEvent('message', { data: new TextEncoder().encode(text).buffer }));
  }
  closeFromServer(code: number, reason = ''): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason }));
  }

  /** Binary input that the client sent, as text. */
  get input(): string {
    return this.sent.map((one) => (typeof one === 'string' ? '' : new TextDecoder().decode(one))).join('');
  }
  /** JSON messages that the client sent. */
  get messages(): unknown[] {
    return this.sent.flatMap((one) => (typeof one === 'string' ? [JSON.parse(one)] : []));
  }
}

beforeEach(() => {
  FakeSocket.opened = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.spyOn(terminalScreen, 'TerminalScreen').mockImplementation(function create(options) {
    return new FakeTerminalScreen(options) as never;
  });
  vi.spyOn(terminalScreen, 'fontLoaded').mockResolvedValue(undefined);
});

const instance = (changes: Partial<Instance> = {}) => buildInstance({ lab: 'lamplighter', ...changes });
const current = 'GET /api/lab/:slug/instance';

function showLab(now: Instance | null, { lab = buildBenchLab(), answers = {} as Answers, isRepair = false } = {}) {
  return renderApp(<LabPage slug={lab.slug} isRepair={isRepair} />, {
    user: buildUser(),
    path: `/lab/${lab.slug}`,
    seed: (client) => client.setQueryData(labQuery(lab.slug).queryKey, lab),
    answers: {
      [current]: { instance: now },
      'GET /api/lab/flags/:slug': { flags: [buildLabFlag()] },
      'GET /api/lab/flags_solved': { flags: [], sources: [] },
      'GET /api/lab/:slug/hints': { hints: [] },
      'GET /api/lab/instances_running': { instances: [] },
      'GET /api/lab/:slug/repair': buildRepair(),
      'POST /api/lab/:slug/terminal': { ticket: 'once' },
      // Last, because its address also matches some of those above.
      'GET /api/lab/:slug': lab,
      ...answers,
    },
  });
}

/** Accepts the newest socket and returns it. */
async function attached(count = 1, from = 0) {
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(count));
  const socket = FakeSocket.opened.at(-1) as FakeSocket;
  act(() => {
    socket.open();
    socket.sendMessage({ type: 'attached', terminal: 1, from, missed: false });
  });
  return socket;
}
const terminal = () => screen.findByRole('textbox', { name: 'Terminal shell. Press F6 to leave it.' });

test('shows the bench for a running lab with a shell, attaches with a ticket, and transfers bytes', async () => {
  const { person } = await showLab(instance());
  await terminal();
  const socket = await attached();
  expect(socket.address).toMatch(/^ws:.*\/api\/lab\/terminal$/);
  expect(socket.messages).toEqual([{ ticket: 'once', terminal: 1, columns: 80, rows: 24, from: null }]);
  act(() => socket.sendOutput('learner@lamp:~$ '));
  expect(await screen.findByText('learner@lamp:~$')).toBeTruthy();
  (await terminal()).focus();
  await person.keyboard('ls');
  expect(socket.input).toBe('ls');
  act(() => socket.sendMessage({ type: 'saved', at: '2026-11-25T12:31:07.000Z', bytes: 12 }));
  expect(await screen.findByText(/^Saved \d\d:\d\d$/)).toBeTruthy();
});

test('shows the lab page without an instance, and for a lab without a shell', async () => {
  const { unmount } = await showLab(null);
  expect(await screen.findByRole('button', { name: 'Start lab' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Terminal' })).toBeNull();
  unmount();
  await showLab(instance(), { lab: buildBenchLab({ workspace: null, repair: null, serves: 'http' }) });
  expect(await screen.findByRole('button', { name: 'Open lab' })).toBeTruthy();
  expect(FakeSocket.opened).toEqual([]);
});

test('shows the queue position, and continues automatically', async () => {
  // The page polls every second. Real seconds would make the test depend on the load of the machine.
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
  const { server } = await showLab(instance({ status: 'queued', queue_position: 3, expires_at: null }));
  expect(await screen.findByRole('heading', { name: 'You are number 3 in the queue' })).toBeTruthy();
  const poll = () => act(() => vi.advanceTimersByTimeAsync(1_000));
  server.change({ [current]: { instance: instance({ status: 'starting', expires_at: null }) } });
  await poll();
  expect(screen.getByRole('heading', { name: 'Starting' })).toBeTruthy();
  server.change({ [current]: { instance: instance() } });
  await poll();
  await terminal();
});

test('leaves the queue, and keeps the focus on the button that starts the lab again', async () => {
  const { person } = await showLab(instance({ status: 'queued', queue_position: 1, expires_at: null }), {
    answers: { 'POST /api/lab/:slug/stop': { instance: instance({ status: 'stopped', expires_at: null }) } },
  });
  await screen.findByRole('heading', { name: 'You are next' });
  const queued = screen.getByRole('button', { name: 'Queued' });
  await person.click(screen.getByRole('button', { name: 'Leave the queue' }));
  await screen.findByRole('heading', { name: 'You have left the queue' });
  expect(queued.textContent).toBe('Start again');
  await waitFor(() => expect(document.activeElement).toBe(queued));
});

test('lets the learner take the terminal back from another window', async () => {
  const { person } = await showLab(instance());
  const socket = await attached();
  act(() => {
    socket.sendOutput('12345');
    socket.closeFromServer(4001);
  });
  await screen.findByText('This terminal is open in another window.');
  await person.click(screen.getByRole('button', { name: 'Use here' }));
  const again = await attached(2, 5);
  expect(again.messages[0]).toMatchObject({ from: 5 });
  await waitFor(() => expect(screen.queryByText(/in another window/)).toBeNull());
});

test('shows that the connection was lost, and resumes at the same byte', async () => {
  await showLab(instance());
  const socket = await attached();
  act(() => {
    socket.sendOutput('abc');
    socket.closeFromServer(1006);
  });
  await screen.findByText('Connection lost. Reconnecting …');
  const again = await attached(2, 3);
  act(() => again.sendOutput('def'));
  expect(await screen.findByText('abcdef')).toBeTruthy();
  expect(screen.queryByText(/Connection lost/)).toBeNull();
});

test('starts a new shell after one has ended', async () => {
  const { person } = await showLab(instance());
  const socket = await attached();
  act(() => {
    socket.sendMessage({ type: 'ended', reason: 'The shell has ended.' });
    socket.closeFromServer(1000);
  });
  await screen.findByText('The shell has ended.');
  await person.click(screen.getByRole('button', { name: 'Start a new shell' }));
  const again = await attached(2);
  expect(again.messages[0]).toMatchObject({ from: null });
});

test('shows that the lab has expired, and starts it again', async () => {
  const { person, server } = await showLab(instance());
  const socket = await attached();
  const home = { saved_at: '2026-11-25T12:31:07.000Z', bytes: 12 };
  server.change({ [current]: { instance: instance({ status: 'expired', home }) } });
  act(() => {
    socket.sendMessage({ type: 'ended', reason: 'Its time was up.' });
    socket.closeFromServer(4000);
  });
  expect(await screen.findByRole('heading', { name: 'Your time is up' })).toBeTruthy();
  expect(screen.getByText('Start the lab again to continue. Your home is kept.')).toBeTruthy();
  const next = { instance: instance({ pk: 2 }) };
  server.change({ [current]: next, 'POST /api/lab/:slug/start': next });
  await person.click(screen.getByRole('button', { name: 'Start again' }));
  await attached(2);
});

test('shows that the server was restarted, and leads back to the lab page', async () => {
  const { person, server } = await showLab(instance());
  const socket = await attached();
  const ended = instance({ status: 'failed', error: 'The server was restarted.' });
  server.change({
    [current]: { instance: ended },
    'POST /api/lab/:slug/terminal': () => {
      throw new Error('The client must not request a ticket for an ended instance.');
    },
  });
  act(() => socket.closeFromServer(4000));
  expect(await screen.findByText('The server was restarted.')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Lab page' }));
  expect(await screen.findByRole('button', { name: 'Start lab' })).toBeTruthy();
});

test('numbers new terminals, and ends the shell of a closed one', async () => {
  const { person } = await showLab(instance());
  await attached();
  await person.click(await screen.findByRole('button', { name: 'New terminal' }));
  const second = await attached(2);
  expect(second.messages[0]).toMatchObject({ terminal: 2 });
  expect(screen.getByRole('tab', { name: 'shell 2', selected: true })).toBeTruthy();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Terminal shell 2. Press F6 to leave it.');
  await person.click(screen.getByRole('button', { name: 'Close shell 2' }));
  expect(second.messages.at(-1)).toEqual({ type: 'close' });
  expect(screen.getByRole('tab', { name: 'shell', selected: true })).toBeTruthy();
});

test('F6 switches parts, also out of the terminal; Ctrl+Enter runs the tests from any other part', async () => {
  const run = vi.fn(() => ({
    ran_at: '2026-11-25T12:31:00.000Z',
    build_error: 'no',
    tests: [],
    exploit: 'not_run' as const,
    repaired: false,
    points: 0,
  }));
  const { person } = await showLab(instance(), { answers: { 'POST /api/lab/:slug/repair/run': run } });
  await attached();
  await screen.findByText('lamp.c');
  (await terminal()).focus();
  await person.keyboard('{F6}');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Repair' }));
  await person.keyboard('{Shift>}{F6}{/Shift}');
  expect(document.activeElement).toBe(await terminal());
  await person.keyboard('{Shift>}{F6}{/Shift}');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'shell' }));
  expect(run).not.toHaveBeenCalled();
  await person.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByRole('heading', { name: 'The build failed' })).toBeTruthy();
  expect(run).toHaveBeenCalledOnce();
});

test('opens the repair without a running instance', async () => {
  const lab: Lab = buildBenchLab({ workspace: null, serves: 'http' });
  await showLab(null, { lab, isRepair: true });
  expect(await screen.findByRole('heading', { name: 'Fix the vulnerability' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Terminal' })).toBeNull();
});

test('shows what the operator has to do when the lab cannot start', async () => {
  await showLab(null, { lab: buildBenchLab({ unavailable: 'Install gdb.' }), isRepair: true });
  expect(await screen.findByText('This lab can’t start here yet')).toBeTruthy();
  expect(screen.getByText('Install gdb.')).toBeTruthy();
});
