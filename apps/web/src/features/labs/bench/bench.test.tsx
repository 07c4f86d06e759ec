import type { Instance, Lab } from '@hexpedition/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildInstance, buildLabFlag, buildUser } from '#lib/testing/build.ts';
import type { Answers } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { LabPage } from '../lab-page/lab-page.tsx';
import { labQuery } from '../queries.public.ts';
import { buildBenchLab, buildRepair } from './testing/build.ts';
import { FakeSocket } from './testing/fake-socket.ts';

// xterm measures letters, which there are none of here. What it shows is kept as text, and a field takes what is typed.
vi.mock('./terminal/screen.ts', () => ({
  fontLoaded: async () => undefined,
  TerminalScreen: class {
    readonly size = { columns: 80, rows: 24 };
    readonly hasProgramArrows = false;
    readonly #field = document.createElement('textarea');
    readonly #shown = document.createElement('pre');
    readonly #input: (bytes: Uint8Array) => void;
    constructor(options: { host: HTMLElement; label: string; onInput: (bytes: Uint8Array) => void }) {
      this.#input = options.onInput;
      this.#field.setAttribute('aria-label', options.label);
      this.#field.addEventListener('keydown', (event) => this.press(event.key));
      options.host.append(this.#field, this.#shown);
    }
    show = (bytes: Uint8Array) => this.#shown.append(new TextDecoder().decode(bytes));
    say = (words: string) => this.#shown.append(`[${words}]`);
    clear = () => this.#shown.replaceChildren();
    press = (data: string) => this.#input(new TextEncoder().encode(data));
    focus = () => this.#field.focus();
    set() {}
    recolour() {}
    destroy() {}
  },
}));

beforeEach(() => {
  FakeSocket.opened = [];
  vi.stubGlobal('WebSocket', FakeSocket);
});

const instance = (changes: Partial<Instance> = {}) => buildInstance({ lab: 'lamplighter', ...changes });
const current = 'GET /api/lab/:slug/instance';

function show(now: Instance | null, { lab = buildBenchLab(), answers = {} as Answers, isRepair = false } = {}) {
  return renderApp(<LabPage slug={lab.slug} isRepair={isRepair} />, {
    user: buildUser(),
    path: `/lab/${lab.slug}`,
    seed: (client) => client.setQueryData(labQuery(lab.slug).queryKey, lab),
    answers: {
      [current]: { instance: now },
      'GET /api/lab/flags/:slug': { flags: [buildLabFlag()] },
      'GET /api/lab/flags_solved': { flags: [] },
      'GET /api/lab/:slug/hints': { hints: [] },
      'GET /api/lab/instances_running': { instances: [] },
      'GET /api/lab/:slug/repair': buildRepair(),
      'POST /api/lab/:slug/terminal': { ticket: 'once' },
      // The last, since its address looks like some of those above.
      'GET /api/lab/:slug': lab,
      ...answers,
    },
  });
}

/** The newest socket, let in. */
async function attached(count = 1, from = 0) {
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(count));
  const socket = FakeSocket.opened.at(-1) as FakeSocket;
  act(() => {
    socket.open();
    socket.say({ type: 'attached', terminal: 1, from, missed: false });
  });
  return socket;
}
const terminal = () => screen.findByRole('textbox', { name: 'Terminal shell. Press F6 to leave it.' });

test('a running lab with a shell is the bench: it is let in by a ticket, shows and takes bytes', async () => {
  const { person } = await show(instance());
  await terminal();
  const socket = await attached();
  expect(socket.address).toMatch(/^ws:.*\/api\/lab\/terminal$/);
  expect(socket.told).toEqual([{ ticket: 'once', terminal: 1, columns: 80, rows: 24, from: null }]);
  act(() => socket.show('learner@lamp:~$ '));
  expect(await screen.findByText('learner@lamp:~$')).toBeTruthy();
  (await terminal()).focus();
  await person.keyboard('ls');
  expect(socket.typed).toBe('ls');
  act(() => socket.say({ type: 'saved', at: '2026-11-25T12:31:07.000Z', bytes: 12 }));
  expect(await screen.findByText(/^home saved \d\d:\d\d:07$/)).toBeTruthy();
});

test('without an instance it is the page of the lab; a lab without a shell stays it', async () => {
  const { unmount } = await show(null);
  expect(await screen.findByRole('button', { name: 'Start lab' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Terminal' })).toBeNull();
  unmount();
  await show(instance(), { lab: buildBenchLab({ workspace: null, repair: null, serves: 'http' }) });
  expect(await screen.findByRole('button', { name: 'Open lab' })).toBeTruthy();
  expect(FakeSocket.opened).toEqual([]);
});

test('it waits in the queue with its place, and goes on by itself', async () => {
  const { server } = await show(instance({ status: 'queued', place: 3, expires_at: null }));
  expect(await screen.findByRole('heading', { name: 'You are number 3 in the queue' })).toBeTruthy();
  server.change({ [current]: { instance: instance({ status: 'starting', expires_at: null }) } });
  expect(await screen.findByRole('heading', { name: 'Starting' })).toBeTruthy();
  server.change({ [current]: { instance: instance() } });
  await terminal();
});

test('the queue can be left, and the focus stays on what starts it again', async () => {
  const { person } = await show(instance({ status: 'queued', place: 1, expires_at: null }), {
    answers: { 'POST /api/lab/:slug/stop': { instance: instance({ status: 'stopped', expires_at: null }) } },
  });
  await screen.findByRole('heading', { name: 'You are next' });
  const inLine = screen.getByRole('button', { name: 'In line' });
  await person.click(screen.getByRole('button', { name: 'Leave the queue' }));
  await screen.findByRole('heading', { name: 'You have left the queue' });
  expect(inLine.textContent).toBe('Start again');
  await waitFor(() => expect(document.activeElement).toBe(inLine));
});

test('another window takes the terminal over, and it is taken back', async () => {
  const { person } = await show(instance());
  const socket = await attached();
  act(() => {
    socket.show('12345');
    socket.end(4001);
  });
  await screen.findByText('This terminal is open in another window.');
  await person.click(screen.getByRole('button', { name: 'Use it here' }));
  const again = await attached(2, 5);
  expect(again.told[0]).toMatchObject({ from: 5 });
  await waitFor(() => expect(screen.queryByText(/in another window/)).toBeNull());
});

test('a line that breaks is said, and comes back where it was', async () => {
  await show(instance());
  const socket = await attached();
  act(() => {
    socket.show('abc');
    socket.end(1006);
  });
  await screen.findByText('The line broke. Reconnecting.');
  const again = await attached(2, 3);
  act(() => again.show('def'));
  expect(await screen.findByText('abcdef')).toBeTruthy();
  expect(screen.queryByText(/line broke/)).toBeNull();
});

test('a shell that has ended can be followed by a new one', async () => {
  const { person } = await show(instance());
  const socket = await attached();
  act(() => {
    socket.say({ type: 'ended', reason: 'The shell has ended.' });
    socket.end(1000);
  });
  await screen.findByText('The shell has ended.');
  await person.click(screen.getByRole('button', { name: 'Start a new one' }));
  const again = await attached(2);
  expect(again.told[0]).toMatchObject({ from: null });
});

test('when its time is up, the bench says so and starts it again', async () => {
  const { person, server } = await show(instance());
  const socket = await attached();
  const home = { saved_at: '2026-11-25T12:31:07.000Z', bytes: 12 };
  server.change({ [current]: { instance: instance({ status: 'expired', home }) } });
  act(() => {
    socket.say({ type: 'ended', reason: 'Its time was up.' });
    socket.end(4000);
  });
  expect(await screen.findByRole('heading', { name: 'Its time was up' })).toBeTruthy();
  expect(screen.getByText('Start it again to go on. Your home is kept.')).toBeTruthy();
  const next = { instance: instance({ pk: 2 }) };
  server.change({ [current]: next, 'POST /api/lab/:slug/start': next });
  await person.click(screen.getByRole('button', { name: 'Start again' }));
  await attached(2);
});

test('a restarted server says why, and one can go back to the page of the lab', async () => {
  const { person, server } = await show(instance());
  const socket = await attached();
  const ended = instance({ status: 'failed', error: 'The server was restarted.' });
  server.change({
    [current]: { instance: ended },
    'POST /api/lab/:slug/terminal': () => {
      throw new Error('No ticket is asked for an instance that is over.');
    },
  });
  act(() => socket.end(4000));
  expect(await screen.findByText('The server was restarted.')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'About the lab' }));
  expect(await screen.findByRole('button', { name: 'Start lab' })).toBeTruthy();
});

test('new terminals get the next number; closing one ends its shell', async () => {
  const { person } = await show(instance());
  await attached();
  await person.click(await screen.findByRole('button', { name: 'New terminal' }));
  const second = await attached(2);
  expect(second.told[0]).toMatchObject({ terminal: 2 });
  expect(screen.getByRole('tab', { name: 'shell 2', selected: true })).toBeTruthy();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Terminal shell 2. Press F6 to leave it.');
  await person.click(screen.getByRole('button', { name: 'Close shell 2' }));
  expect(second.told.at(-1)).toEqual({ type: 'close' });
  expect(screen.getByRole('tab', { name: 'shell', selected: true })).toBeTruthy();
});

test('F6 goes round the parts, out of the terminal as well; Ctrl+Enter runs the tests from anywhere else', async () => {
  const run = vi.fn(() => ({
    ran_at: '2026-11-25T12:31:00.000Z',
    build_error: 'no',
    tests: [],
    exploit: 'not_run' as const,
    repaired: false,
    points: 0,
  }));
  const { person } = await show(instance(), { answers: { 'POST /api/lab/:slug/repair/run': run } });
  await attached();
  await screen.findByText('lamp.c');
  (await terminal()).focus();
  await person.keyboard('{F6}');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Repair it' }));
  await person.keyboard('{Shift>}{F6}{/Shift}');
  expect(document.activeElement).toBe(await terminal());
  await person.keyboard('{Shift>}{F6}{/Shift}');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'shell' }));
  expect(run).not.toHaveBeenCalled();
  await person.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByRole('heading', { name: 'It does not build' })).toBeTruthy();
  expect(run).toHaveBeenCalledOnce();
});

test('a lab can be repaired while nothing of it runs', async () => {
  const lab: Lab = buildBenchLab({ workspace: null, serves: 'http' });
  await show(null, { lab, isRepair: true });
  expect(await screen.findByRole('heading', { name: 'Close the hole' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Terminal' })).toBeNull();
});

test('where it cannot start, the bench says what the operator has to do', async () => {
  await show(null, { lab: buildBenchLab({ unavailable: 'Install gdb.' }), isRepair: true });
  expect(await screen.findByText('This lab can’t start here yet')).toBeTruthy();
  expect(screen.getByText('Install gdb.')).toBeTruthy();
});
