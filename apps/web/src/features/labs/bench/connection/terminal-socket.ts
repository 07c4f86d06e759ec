import { isApiError, messageOf } from '#lib/api-error.ts';
import {
  type Connection,
  type ConnectionEvent,
  type Effect,
  newConnection,
  type Phase,
  type Size,
  transition,
} from './terminal-connection.ts';

/** Screen that shows the output of a terminal. */
export interface Screen {
  /** @param isReplay whether the output was shown before, so that the screen must not answer its queries */
  write(bytes: Uint8Array, isReplay: boolean): void;
  clear(): void;
  /** Writes a message of the platform between the output of the shell. */
  writeNotice(text: string): void;
}

interface Options {
  /** 1 to 6. */
  terminal: number;
  size: Size;
  screen: Screen;
  requestTicket: () => Promise<string>;
  onPhase: (phase: Phase) => void;
  onHomeSaved: (at: string) => void;
}

/** Maximum size of one message, in bytes. */
const maxMessageBytes = 16 * 1024;

/** WebSocket connection of one terminal. Runs the effects of the connection state, and reports events to it. */
export class TerminalSocket {
  #state: Connection;
  readonly #options: Options;
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the current attempt. Tickets that were requested by earlier attempts are ignored. */
  #attempt = 0;
  #isDisposed = false;
  readonly #removeListeners: (() => void)[] = [];

  constructor(options: Options) {
    this.#options = options;
    this.#state = newConnection(options.terminal, options.size);
    this.#listen(window, 'online', () => this.#dispatch({ type: 'online' }));
    this.#listen(window, 'offline', () => this.#dispatch({ type: 'offline' }));
    this.#listen(document, 'visibilitychange', () => this.#dispatch({ type: document.hidden ? 'hidden' : 'visible' }));
    if (document.hidden) this.#dispatch({ type: 'hidden' });
    this.#dispatch({ type: 'start' });
  }

  sendInput(bytes: Uint8Array): void {
    this.#dispatch({ type: 'input', bytes });
  }

  resize(size: Size): void {
    this.#dispatch({ type: 'resized', size });
  }

  /** Connects again: takes the terminal over to this window, or starts a new shell after one has ended. */
  reconnect(): void {
    this.#dispatch({ type: 'reconnect' });
  }

  /** Ends the shell and the programs that run in it. */
  endShell(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ type: 'close' }));
  }

  /** Closes the connection. The shell keeps running. */
  dispose(): void {
    this.#isDisposed = true;
    this.#close();
    for (const remove of this.#removeListeners) remove();
  }

  #listen(target: EventTarget, name: string, listener: () => void): void {
    target.addEventListener(name, listener);
    this.#removeListeners.push(() => target.removeEventListener(name, listener));
  }

  #dispatch(event: ConnectionEvent): void {
    if (this.#isDisposed) return;
    const before = this.#state.phase;
    const { next, effects } = transition(this.#state, event);
    this.#state = next;
    for (const effect of effects) this.#run(effect);
    if (next.phase !== before) this.#options.onPhase(next.phase);
  }

  #run(effect: Effect): void {
    const { screen, onHomeSaved } = this.#options;
    switch (effect.type) {
      case 'requestTicket':
        void this.#requestTicket();
        break;
      case 'open':
        this.#open(effect.ticket);
        break;
      case 'close':
        this.#close();
        break;
      case 'setTimeout':
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#dispatch({ type: 'timeout' }), effect.ms);
        break;
      case 'sendMessage':
        this.#socket?.send(effect.text);
        break;
      case 'sendInput':
        this.#sendInput(effect.bytes);
        break;
      case 'write':
        screen.write(effect.bytes, effect.isReplay);
        break;
      case 'clear':
        screen.clear();
        break;
      case 'noticeMissedOutput':
        screen.writeNotice('Earlier output is no longer available.');
        break;
      case 'homeSaved':
        onHomeSaved(effect.at);
        break;
    }
  }

  /** Splits long input, such as pasted text, because the server limits the size of a message. */
  #sendInput(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += maxMessageBytes)
      this.#socket?.send(bytes.slice(at, at + maxMessageBytes));
  }

  async #requestTicket(): Promise<void> {
    const attempt = this.#attempt;
    const event = await this.#options.requestTicket().then(
      (ticket): ConnectionEvent => ({ type: 'ticketReceived', ticket }),
      (error: unknown): ConnectionEvent => ({ type: 'ticketFailed', ...failureOf(error) }),
    );
    if (attempt === this.#attempt) this.#dispatch(event);
  }

  #open(ticket: string): void {
    // The path names the instance, so that the server knows which node runs it.
    const [instance, secret] = ticket.split('.');
    const address = new URL(`/api/lab/terminal${secret ? `/${instance}` : ''}`, location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    const forward = <T extends Event>(name: string, eventOf: (event: T) => ConnectionEvent) =>
      socket.addEventListener(name, (event) => {
        if (socket === this.#socket) this.#dispatch(eventOf(event as T));
      });
    forward('open', () => ({ type: 'opened', ticket }));
    forward('message', ({ data }: MessageEvent<string | ArrayBuffer>) =>
      typeof data === 'string' ? { type: 'message', text: data } : { type: 'output', bytes: new Uint8Array(data) },
    );
    forward('close', ({ code, reason }: CloseEvent) => ({ type: 'closed', code, reason }));
  }

  #close(): void {
    this.#attempt += 1;
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }
}

function failureOf(error: unknown): Omit<Extract<ConnectionEvent, { type: 'ticketFailed' }>, 'type'> {
  const reason = messageOf(error);
  if (isApiError(error, 'instance_not_running')) return { cause: 'gone', reason };
  if (isApiError(error, 'too_many_requests'))
    return { cause: 'later', reason, retryAfterMs: (error.retryAfter ?? 5) * 1_000 };
  if (isApiError(error) && error.status !== 0 && error.status < 500) return { cause: 'denied', reason };
  return { cause: 'retry', reason };
}
