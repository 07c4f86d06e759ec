import { describe, expect, it } from 'vitest';
import {
  type Connection,
  type ConnectionEvent,
  type Effect,
  newConnection,
  responseTimeoutMs,
  retryDelaysMs,
  transition,
} from './terminal-connection.ts';

const size = { columns: 80, rows: 24 };
const bytes = (text: string) => new TextEncoder().encode(text);
const message = (content: object): ConnectionEvent => ({ type: 'message', text: JSON.stringify(content) });
const attached = (from: number, missed = false) => message({ type: 'attached', terminal: 1, from, missed });

/** Applies events in order. @returns the final state, and all effects on the way */
function run(events: readonly ConnectionEvent[], from: Connection = newConnection(1, size)) {
  const effects: Effect[] = [];
  let state = from;
  for (const event of events) {
    const result = transition(state, event);
    state = result.next;
    effects.push(...result.effects);
  }
  return { state, effects, types: effects.map(({ type }) => type) };
}

const connecting: ConnectionEvent[] = [
  { type: 'start' },
  { type: 'ticketReceived', ticket: 't' },
  { type: 'opened', ticket: 't' },
];
const live = (offset = 0) => run([...connecting, attached(offset)]).state;
const reopened: ConnectionEvent[] = [
  { type: 'timeout' },
  { type: 'ticketReceived', ticket: 'u' },
  { type: 'opened', ticket: 'u' },
];
const sentMessages = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.type === 'sendMessage' ? [JSON.parse(effect.text)] : []));
const written = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.type === 'write' ? [new TextDecoder().decode(effect.bytes)] : [])).join('');

describe('connecting', () => {
  it('requests a ticket, opens the socket and attaches to its terminal from the beginning', () => {
    const { state, types, effects } = run([...connecting, attached(0)]);
    expect(types).toEqual(['close', 'requestTicket', 'setTimeout', 'open', 'setTimeout', 'sendMessage']);
    expect(sentMessages(effects)).toEqual([{ ticket: 't', terminal: 1, columns: 80, rows: 24, from: null }]);
    expect(state.phase).toEqual({ type: 'attached' });
  });

  it('sends a size that changed while connecting, and never sends the same size twice', () => {
    const wider = { columns: 100, rows: 24 };
    const { effects } = run([
      ...connecting,
      { type: 'resized', size: wider },
      attached(0),
      { type: 'resized', size: wider },
    ]);
    expect(sentMessages(effects).slice(1)).toEqual([{ type: 'resize', columns: 100, rows: 24 }]);
  });

  it('keeps input that is typed while connecting, in order and up to the limit', () => {
    const input = (text: string): ConnectionEvent => ({ type: 'input', bytes: bytes(text) });
    const { effects } = run([...connecting, input('ls'), input('x'.repeat(5000)), input('\r'), attached(0)]);
    const sent = effects.flatMap((effect) =>
      effect.type === 'sendInput' ? [new TextDecoder().decode(effect.bytes)] : [],
    );
    expect(sent).toEqual(['ls', '\r']);
  });

  it('treats a response that does not arrive in time as a failure', () => {
    expect(run([{ type: 'start' }, { type: 'timeout' }]).state.phase.type).toBe('reconnecting');
    expect(run([...connecting, { type: 'timeout' }]).state.phase.type).toBe('reconnecting');
    expect(run([...connecting, attached(0), { type: 'timeout' }]).state.phase.type).toBe('attached');
    expect(responseTimeoutMs).toBeGreaterThan(retryDelaysMs[3]);
  });
});

describe('reconnecting', () => {
  it('resumes at the next byte', () => {
    const { effects, types, state } = run(
      [
        { type: 'output', bytes: bytes('first ') },
        { type: 'closed', code: 1006 },
        ...reopened,
        attached(106),
        { type: 'output', bytes: bytes('second') },
      ],
      live(100),
    );
    expect(sentMessages(effects)[0]).toMatchObject({ from: 106 });
    expect(written(effects)).toBe('first second');
    expect(types).not.toContain('clear');
    expect(state.offset).toBe(112);
  });

  it('clears the screen and shows a notice when output is missing', () => {
    const { types, state } = run([{ type: 'closed', code: 1006 }, ...reopened, attached(90_000, true)], live(100));
    expect(types.slice(-2)).toEqual(['clear', 'noticeMissedOutput']);
    expect(state.offset).toBe(90_000);
  });

  it('clears the screen and drops pending input when another shell answers', () => {
    const { types } = run(
      [{ type: 'closed', code: 1006 }, { type: 'input', bytes: bytes('rm -r *\r') }, ...reopened, attached(0)],
      live(100),
    );
    expect(types).toContain('clear');
    expect(types).not.toContain('sendInput');
  });

  it('increases the delay with every failure, and resets it after a success', () => {
    const delays: number[] = [];
    let state = live();
    for (let i = 0; i < 8; i++) {
      const broken = transition(state, { type: 'closed', code: 1006 });
      delays.push(broken.effects.flatMap((effect) => (effect.type === 'setTimeout' ? [effect.ms] : []))[0] ?? -1);
      state = run(
        [{ type: 'timeout' }, { type: 'ticketReceived', ticket: 't' }, { type: 'opened', ticket: 't' }],
        broken.next,
      ).state;
    }
    expect(delays).toEqual([...retryDelaysMs, 15_000, 15_000]);
    const { next } = transition(state, attached(0));
    expect(transition(next, { type: 'closed', code: 1006 }).effects).toContainEqual({
      type: 'setTimeout',
      ms: retryDelaysMs[0],
    });
  });

  it('waits as long as the server asks for', () => {
    const busy: ConnectionEvent = {
      type: 'ticketFailed',
      cause: 'later',
      reason: 'Too often.',
      retryAfterMs: 30_000,
    };
    expect(run([{ type: 'start' }, busy]).effects.at(-1)).toEqual({ type: 'setTimeout', ms: 30_000 });
  });

  it('does not reconnect in a hidden tab, and reconnects at once when the tab becomes visible', () => {
    const hidden = run([{ type: 'hidden' }, { type: 'closed', code: 1006 }, { type: 'timeout' }], live());
    expect(hidden.types).not.toContain('requestTicket');
    expect(transition(hidden.state, { type: 'visible' }).effects).toContainEqual({ type: 'requestTicket' });
  });

  it('pauses while the browser is offline, and reconnects when it is online', () => {
    const off = run([{ type: 'offline' }, { type: 'closed', code: 1006 }, { type: 'timeout' }], live(7));
    expect(off.state.phase).toEqual({ type: 'offline' });
    expect(off.types).toEqual(['close']);
    const on = transition(off.state, { type: 'online' });
    expect(on.effects).toContainEqual({ type: 'requestTicket' });
    expect(on.next.offset).toBe(7);
  });
});

describe('a connection that the server closes', () => {
  it('stays closed after another window took it over, until the learner reconnects', () => {
    const taken = run(
      [{ type: 'closed', code: 4001 }, { type: 'timeout' }, { type: 'visible' }, { type: 'online' }],
      live(5),
    );
    expect(taken.state.phase).toEqual({ type: 'takenOver' });
    expect(taken.types).toEqual(['close']);
    const back = run(
      [{ type: 'reconnect' }, { type: 'ticketReceived', ticket: 't' }, { type: 'opened', ticket: 't' }],
      taken.state,
    );
    expect(sentMessages(back.effects)).toEqual([{ ticket: 't', terminal: 1, columns: 80, rows: 24, from: 5 }]);
  });

  it('ends with the instance and keeps the reason', () => {
    const { state } = run(
      [message({ type: 'ended', reason: 'Its time was up.' }), { type: 'closed', code: 4000 }],
      live(),
    );
    expect(state.phase).toEqual({ type: 'instanceEnded', reason: 'Its time was up.' });
    expect(transition(state, { type: 'reconnect' }).effects).toEqual([]);
    expect(run([{ type: 'start' }, { type: 'ticketFailed', cause: 'gone', reason: 'Over.' }]).state.phase.type).toBe(
      'instanceEnded',
    );
  });

  it('ends with the shell, and starts a new shell on an empty screen', () => {
    const { state } = run(
      [message({ type: 'ended', reason: 'The shell has ended.' }), { type: 'closed', code: 1000 }],
      live(9),
    );
    expect(state.phase).toEqual({ type: 'ended', reason: 'The shell has ended.' });
    const restarted = transition(state, { type: 'reconnect' });
    expect(restarted.effects.map(({ type }) => type)).toEqual(['clear', 'close', 'requestTicket', 'setTimeout']);
    expect(restarted.next.offset).toBeNull();
  });

  it('retries with a new ticket after a denial, and stops after three denials', () => {
    const denied: ConnectionEvent = { type: 'closed', code: 4003 };
    const { state } = run([...connecting, denied, ...reopened, denied]);
    expect(state.phase.type).toBe('reconnecting');
    const third = run([...reopened, denied], state).state;
    expect(third.phase.type).toBe('rejected');
    expect(transition(third, { type: 'reconnect' }).effects).toContainEqual({ type: 'requestTicket' });
  });

  it('reports that too many terminals are open', () => {
    expect(run([{ type: 'closed', code: 4008 }], live()).state.phase).toEqual({
      type: 'rejected',
      reason: 'Too many terminals are open. Close one, then try again.',
    });
  });
});

describe('messages of the server', () => {
  it('reports when the home was saved', () => {
    const at = '2026-11-25T12:31:07.000Z';
    expect(run([message({ type: 'saved', at, bytes: 4096 })], live()).effects).toEqual([
      { type: 'homeSaved', at, bytes: 4096 },
    ]);
  });

  it.each(['', 'null', '[]', '{', '{"type":"attached"}', '{"type":"saved"}', '{"type":7}'])(
    'ignores an invalid message: %s',
    (text) => {
      const before = live();
      expect(transition(before, { type: 'message', text })).toEqual({ next: before, effects: [] });
    },
  );

  it('marks only the first output after attaching as a replay, which xterm must not answer', () => {
    const { effects } = run([
      ...connecting,
      attached(0),
      { type: 'output', bytes: bytes('old') },
      { type: 'output', bytes: bytes('new') },
    ]);
    expect(effects.flatMap((effect) => (effect.type === 'write' ? [effect.isReplay] : []))).toEqual([true, false]);
    const later = run(
      [{ type: 'closed', code: 1006 }, ...reopened, attached(4), { type: 'output', bytes: bytes('x') }],
      live(4),
    );
    expect(later.effects.at(-1)).toMatchObject({ type: 'write', isReplay: false });
  });
});
