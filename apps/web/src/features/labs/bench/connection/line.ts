import { isApiError, messageOf } from '#lib/api-error.ts';
import {
  type Connection,
  type Deed,
  type Happening,
  newConnection,
  type Phase,
  type Size,
  step,
} from './connection.ts';

/** Where the bytes of a terminal are shown. */
export interface Screen {
  /** @param isOld it was shown before, so that nothing is to answer it */
  show(bytes: Uint8Array, isOld: boolean): void;
  clear(): void;
  /** A word of ours between what the shell writes. */
  say(words: string): void;
}

interface Options {
  /** 1 to 6. */
  terminal: number;
  size: Size;
  screen: Screen;
  askTicket: () => Promise<string>;
  onPhase: (phase: Phase) => void;
  onSaved: (at: string) => void;
}

/** Bytes of one message. */
const longest = 16 * 1024;

/** The line to one terminal: does what the connection says, and tells it what happens. */
export class Line {
  #now: Connection;
  readonly #options: Options;
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Rises with every attempt, so that what belongs to an earlier one is known as late. */
  #turn = 0;
  #isShut = false;
  readonly #forget: (() => void)[] = [];

  constructor(options: Options) {
    this.#options = options;
    this.#now = newConnection(options.terminal, options.size);
    this.#hear(window, 'online', () => this.#take({ is: 'online' }));
    this.#hear(window, 'offline', () => this.#take({ is: 'offline' }));
    this.#hear(document, 'visibilitychange', () => this.#take({ is: document.hidden ? 'hidden' : 'shown' }));
    if (document.hidden) this.#take({ is: 'hidden' });
    this.#take({ is: 'start' });
  }

  type(bytes: Uint8Array): void {
    this.#take({ is: 'typed', bytes });
  }

  resize(size: Size): void {
    this.#take({ is: 'resized', size });
  }

  /** Another attempt: to have it in this window, or a new shell in place of one that has ended. */
  again(): void {
    this.#take({ is: 'again' });
  }

  /** Ends the shell with what runs in it. */
  endShell(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ type: 'close' }));
  }

  /** Leaves the terminal as it is; the shell goes on. */
  shut(): void {
    this.#isShut = true;
    this.#drop();
    for (const forget of this.#forget) forget();
  }

  #hear(target: EventTarget, name: string, listener: () => void): void {
    target.addEventListener(name, listener);
    this.#forget.push(() => target.removeEventListener(name, listener));
  }

  #take(happening: Happening): void {
    if (this.#isShut) return;
    const before = this.#now.phase;
    const { next, deeds } = step(this.#now, happening);
    this.#now = next;
    for (const deed of deeds) this.#do(deed);
    if (next.phase !== before) this.#options.onPhase(next.phase);
  }

  #do(deed: Deed): void {
    const { screen, onSaved } = this.#options;
    switch (deed.do) {
      case 'ask':
        void this.#ask();
        break;
      case 'open':
        this.#open(deed.ticket);
        break;
      case 'drop':
        this.#drop();
        break;
      case 'wait':
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#take({ is: 'waited' }), deed.ms);
        break;
      case 'tell':
        this.#socket?.send(deed.text);
        break;
      case 'send':
        this.#send(deed.bytes);
        break;
      case 'show':
        screen.show(deed.bytes, deed.isOld);
        break;
      case 'clear':
        screen.clear();
        break;
      case 'sayMissed':
        screen.say('What was shown before is not kept any more.');
        break;
      case 'saved':
        onSaved(deed.at);
        break;
    }
  }

  /** What is pasted may be long, and the server takes no long message. */
  #send(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += longest) this.#socket?.send(bytes.slice(at, at + longest));
  }

  async #ask(): Promise<void> {
    const turn = this.#turn;
    const happening = await this.#options.askTicket().then(
      (ticket): Happening => ({ is: 'ticket', ticket }),
      (error: unknown): Happening => ({ is: 'noTicket', ...refusalOf(error) }),
    );
    if (turn === this.#turn) this.#take(happening);
  }

  #open(ticket: string): void {
    const address = new URL('/api/lab/terminal', location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    const hear = <T extends Event>(name: string, happened: (event: T) => Happening) =>
      socket.addEventListener(name, (event) => {
        if (socket === this.#socket) this.#take(happened(event as T));
      });
    hear('open', () => ({ is: 'opened', ticket }));
    hear('message', ({ data }: MessageEvent<string | ArrayBuffer>) =>
      typeof data === 'string' ? { is: 'said', text: data } : { is: 'bytes', bytes: new Uint8Array(data) },
    );
    hear('close', ({ code, reason }: CloseEvent) => ({ is: 'closed', code, reason }));
  }

  #drop(): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }
}

function refusalOf(error: unknown): Omit<Extract<Happening, { is: 'noTicket' }>, 'is'> {
  const reason = messageOf(error);
  if (isApiError(error, 'instance_not_running')) return { why: 'gone', reason };
  if (isApiError(error, 'too_many_requests')) return { why: 'later', reason, after: (error.retryAfter ?? 5) * 1_000 };
  if (isApiError(error) && error.status !== 0 && error.status < 500) return { why: 'denied', reason };
  return { why: 'retry', reason };
}
