import { once } from 'node:events';
import { WebSocket } from 'ws';

interface Said {
  type: 'attached' | 'saved' | 'ended';
  terminal?: number;
  from?: number;
  missed?: boolean;
  at?: string;
  bytes?: number;
  reason?: string;
}

/** A browser's side of a terminal. */
export interface TerminalClient {
  socket: WebSocket;
  /** What the server said, in order. */
  said: Said[];
  /** Everything that was shown. */
  text(): string;
  type(text: string): void;
  say(message: unknown): void;
  /** Its code and reason, when the server or the browser has closed it. */
  closed: Promise<{ code: number; reason: string }>;
  /** Resolves with the next message of a type, which may be there already. @throws Error when the terminal closes first */
  heard(type: Said['type']): Promise<Said>;
}

/** Opens a WebSocket and says nothing yet. @throws Error with the status of an upgrade that was refused */
export async function connectTerminal(port: number, headers: Record<string, string> = {}): Promise<TerminalClient> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/lab/terminal`, { headers });
  const said: Said[] = [];
  const shown: Buffer[] = [];
  const heard = new Set<Said>();
  const waiting = new Set<() => void>();
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) return void shown.push(data);
    said.push(JSON.parse(data.toString()) as Said);
    for (const look of waiting) look();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  socket.on('error', () => {});
  await Promise.race([
    once(socket, 'open'),
    once(socket, 'unexpected-response').then(([, response]: unknown[]) => {
      throw new Error(`refused with ${(response as { statusCode: number }).statusCode}`);
    }),
  ]);
  return {
    socket,
    said,
    text: () => Buffer.concat(shown).toString(),
    type: (text) => socket.send(Buffer.from(text)),
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    closed,
    heard: (type) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const message = said.find((one) => one.type === type && !heard.has(one));
          if (!message) return;
          heard.add(message);
          waiting.delete(look);
          resolve(message);
        };
        waiting.add(look);
        look();
        void closed.then(({ code, reason }) => {
          const messages = said.map((one) => JSON.stringify(one)).join(' ');
          reject(
            new Error(`The terminal closed (${code} ${reason}) without "${type}". Messages: ${messages || 'none'}`),
          );
        });
      }),
  };
}
