import { describe, expect, it } from 'vitest';
import { type Connection, type Deed, type Happening, newConnection, patience, step, waits } from './connection.ts';

const size = { columns: 80, rows: 24 };
const bytes = (text: string) => new TextEncoder().encode(text);
const said = (message: object): Happening => ({ is: 'said', text: JSON.stringify(message) });
const attached = (from: number, missed = false) => said({ type: 'attached', terminal: 1, from, missed });

/** What happens, one after the other. @returns where it ends, and every deed on the way */
function run(happenings: readonly Happening[], from: Connection = newConnection(1, size)) {
  const deeds: Deed[] = [];
  let now = from;
  for (const happening of happenings) {
    const taken = step(now, happening);
    now = taken.next;
    deeds.push(...taken.deeds);
  }
  return { now, deeds, did: deeds.map((deed) => deed.do) };
}

const line: Happening[] = [{ is: 'start' }, { is: 'ticket', ticket: 't' }, { is: 'opened', ticket: 't' }];
const live = (offset = 0) => run([...line, attached(offset)]).now;
const reopened: Happening[] = [{ is: 'waited' }, { is: 'ticket', ticket: 'u' }, { is: 'opened', ticket: 'u' }];
const told = (deeds: readonly Deed[]) => deeds.flatMap((deed) => (deed.do === 'tell' ? [JSON.parse(deed.text)] : []));
const shown = (deeds: readonly Deed[]) =>
  deeds.flatMap((deed) => (deed.do === 'show' ? [new TextDecoder().decode(deed.bytes)] : [])).join('');

describe('the way in', () => {
  it('asks for a ticket, opens the socket and says which terminal it wants, from the beginning', () => {
    const { now, did, deeds } = run([...line, attached(0)]);
    expect(did).toEqual(['drop', 'ask', 'wait', 'open', 'wait', 'tell']);
    expect(told(deeds)).toEqual([{ ticket: 't', terminal: 1, columns: 80, rows: 24, from: null }]);
    expect(now.phase).toEqual({ is: 'attached' });
  });

  it('tells the size again if it changed on the way, and never twice', () => {
    const wider = { columns: 100, rows: 24 };
    const { deeds } = run([...line, { is: 'resized', size: wider }, attached(0), { is: 'resized', size: wider }]);
    expect(told(deeds).slice(1)).toEqual([{ type: 'resize', columns: 100, rows: 24 }]);
  });

  it('keeps what is typed meanwhile, in order, and not more than one would expect', () => {
    const typed = (text: string): Happening => ({ is: 'typed', bytes: bytes(text) });
    const { deeds } = run([...line, typed('ls'), typed('x'.repeat(5000)), typed('\r'), attached(0)]);
    const sent = deeds.flatMap((deed) => (deed.do === 'send' ? [new TextDecoder().decode(deed.bytes)] : []));
    expect(sent).toEqual(['ls', '\r']);
  });

  it('an answer that does not come is a failure', () => {
    expect(run([{ is: 'start' }, { is: 'waited' }]).now.phase.is).toBe('waiting');
    expect(run([...line, { is: 'waited' }]).now.phase.is).toBe('waiting');
    expect(run([...line, attached(0), { is: 'waited' }]).now.phase.is).toBe('attached');
    expect(patience).toBeGreaterThan(waits[3]);
  });
});

describe('a line that breaks', () => {
  it('goes on at the very next byte', () => {
    const { deeds, now } = run(
      [
        { is: 'bytes', bytes: bytes('first ') },
        { is: 'closed', code: 1006 },
        ...reopened,
        attached(106),
        { is: 'bytes', bytes: bytes('second') },
      ],
      live(100),
    );
    expect(told(deeds)[0]).toMatchObject({ from: 106 });
    expect(shown(deeds)).toBe('first second');
    expect(deeds.map((deed) => deed.do)).not.toContain('clear');
    expect(now.offset).toBe(112);
  });

  it('empties the screen where bytes are missing in between, and says so', () => {
    const { did, now } = run([{ is: 'closed', code: 1006 }, ...reopened, attached(90_000, true)], live(100));
    expect(did.slice(-2)).toEqual(['clear', 'sayMissed']);
    expect(now.offset).toBe(90_000);
  });

  it('empties it also when another shell answers, and does not give that what was typed for the one before', () => {
    const { did } = run(
      [{ is: 'closed', code: 1006 }, { is: 'typed', bytes: bytes('rm -r *\r') }, ...reopened, attached(0)],
      live(100),
    );
    expect(did).toContain('clear');
    expect(did).not.toContain('send');
  });

  it('waits longer with every failure, and from the start again after a success', () => {
    const pauses: number[] = [];
    let now = live();
    for (let i = 0; i < 8; i++) {
      const broken = step(now, { is: 'closed', code: 1006 });
      pauses.push(broken.deeds.flatMap((deed) => (deed.do === 'wait' ? [deed.ms] : []))[0] ?? -1);
      now = run([{ is: 'waited' }, { is: 'ticket', ticket: 't' }, { is: 'opened', ticket: 't' }], broken.next).now;
    }
    expect(pauses).toEqual([...waits, 15_000, 15_000]);
    const { next } = step(now, attached(0));
    expect(step(next, { is: 'closed', code: 1006 }).deeds).toContainEqual({ do: 'wait', ms: waits[0] });
  });

  it('waits as long as the server asks for', () => {
    const busy: Happening = { is: 'noTicket', why: 'later', reason: 'Too often.', after: 30_000 };
    expect(run([{ is: 'start' }, busy]).deeds.at(-1)).toEqual({ do: 'wait', ms: 30_000 });
  });

  it('asks for nothing in a hidden tab, and at once when the tab is looked at', () => {
    const hidden = run([{ is: 'hidden' }, { is: 'closed', code: 1006 }, { is: 'waited' }], live());
    expect(hidden.did).not.toContain('ask');
    expect(step(hidden.now, { is: 'shown' }).deeds).toContainEqual({ do: 'ask' });
  });

  it('stands still without a network, and goes on when there is one', () => {
    const off = run([{ is: 'offline' }, { is: 'closed', code: 1006 }, { is: 'waited' }], live(7));
    expect(off.now.phase).toEqual({ is: 'offline' });
    expect(off.did).toEqual(['drop']);
    const on = step(off.now, { is: 'online' });
    expect(on.deeds).toContainEqual({ do: 'ask' });
    expect(on.next.offset).toBe(7);
  });
});

describe('a line that the server closes', () => {
  it('is taken over by another window, and comes back only when it is asked for', () => {
    const taken = run([{ is: 'closed', code: 4001 }, { is: 'waited' }, { is: 'shown' }, { is: 'online' }], live(5));
    expect(taken.now.phase).toEqual({ is: 'taken' });
    expect(taken.did).toEqual(['drop']);
    const back = run([{ is: 'again' }, { is: 'ticket', ticket: 't' }, { is: 'opened', ticket: 't' }], taken.now);
    expect(told(back.deeds)).toEqual([{ ticket: 't', terminal: 1, columns: 80, rows: 24, from: 5 }]);
  });

  it('ends with the instance, and says why', () => {
    const { now } = run([said({ type: 'ended', reason: 'Its time was up.' }), { is: 'closed', code: 4000 }], live());
    expect(now.phase).toEqual({ is: 'gone', reason: 'Its time was up.' });
    expect(step(now, { is: 'again' }).deeds).toEqual([]);
    expect(run([{ is: 'start' }, { is: 'noTicket', why: 'gone', reason: 'Over.' }]).now.phase.is).toBe('gone');
  });

  it('ends with the shell; another one begins on an empty screen', () => {
    const { now } = run(
      [said({ type: 'ended', reason: 'The shell has ended.' }), { is: 'closed', code: 1000 }],
      live(9),
    );
    expect(now.phase).toEqual({ is: 'ended', reason: 'The shell has ended.' });
    const fresh = step(now, { is: 'again' });
    expect(fresh.deeds.map((deed) => deed.do)).toEqual(['clear', 'drop', 'ask', 'wait']);
    expect(fresh.next.offset).toBeNull();
  });

  it('takes another ticket when one is not let in, three times at most', () => {
    const denied: Happening = { is: 'closed', code: 4003 };
    const { now } = run([...line, denied, ...reopened, denied]);
    expect(now.phase.is).toBe('waiting');
    const third = run([...reopened, denied], now).now;
    expect(third.phase.is).toBe('refused');
    expect(step(third, { is: 'again' }).deeds).toContainEqual({ do: 'ask' });
  });

  it('says when there are too many', () => {
    expect(run([{ is: 'closed', code: 4008 }], live()).now.phase).toEqual({
      is: 'refused',
      reason: 'Too many terminals are open.',
    });
  });
});

describe('what the server says', () => {
  it('is told on: when the home was saved', () => {
    const at = '2026-11-25T12:31:07.000Z';
    expect(run([said({ type: 'saved', at, bytes: 4096 })], live()).deeds).toEqual([{ do: 'saved', at, bytes: 4096 }]);
  });

  it.each(['', 'null', '[]', '{', '{"type":"attached"}', '{"type":"saved"}', '{"type":7}'])(
    'rubbish is nothing: %s',
    (text) => {
      const before = live();
      expect(step(before, { is: 'said', text })).toEqual({ next: before, deeds: [] });
    },
  );

  it('marks what was shown before, and only that: nothing may answer it', () => {
    const { deeds } = run([
      ...line,
      attached(0),
      { is: 'bytes', bytes: bytes('old') },
      { is: 'bytes', bytes: bytes('new') },
    ]);
    expect(deeds.flatMap((deed) => (deed.do === 'show' ? [deed.isOld] : []))).toEqual([true, false]);
    const later = run(
      [{ is: 'closed', code: 1006 }, ...reopened, attached(4), { is: 'bytes', bytes: bytes('x') }],
      live(4),
    );
    expect(later.deeds.at(-1)).toMatchObject({ do: 'show', isOld: false });
  });
});
