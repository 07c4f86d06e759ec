import { once } from 'node:events';
import type { ConnectionOptions } from 'node:tls';
import { WebSocket } from 'ws';

interface ServerMessage {
  type: 'attached' | 'saved' | 'ended';
  terminal?: number;
  from?: number;
  missed?: boolean;
  at?: string;
  bytes?: number;
  reason?: string;
}

/** Test client of the terminal protocol. */
export interface TerminalClient {
  socket: WebSocket;
  /** Messages of the server, in order. */
  messages: ServerMessage[];
  /** All output so far. */
  text(): string;
  type(text: string): void;
  send(message: unknown): void;
  /** Resolves with code and reason when the connection is closed. */
  closed: Promise<{ code: number; reason: string }>;
  /** Returns the next message of a type, including messages that have already arrived. @throws Error if the terminal closes first */
  waitFor(type: ServerMessage['type']): Promise<ServerMessage>;
}

/**
 * Opens a WebSocket without sending a message.
 * @param ticket selects the path, as in the browser
 * @param tls options of an encrypted connection
 * @throws Error with the status of a rejected upgrade
 */
export async function connectTerminal(
  port: number,
  headers: Record<string, string> = {},
  ticket = '',
  tls?: Pick<ConnectionOptions, 'ca' | 'servername'>,
): Promise<TerminalClient> {
  const [instance, secret] = ticket.split('.');
  const path = `/api/lab/terminal${secret ? `/${instance}` : ''}`;
  const socket = new WebSocket(`${tls ? 'wss' : 'ws'}://127.0.0.1:${port}${path}`, { headers, ...tls });
  const messages: ServerMessage[] = [];
  const output: Buffer[] = [];
  const consumed = new Set<ServerMessage>();
  const waiters = new Set<() => void>();
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) return void output.push(data);
    messages.push(JSON.parse(data.toString()) as ServerMessage);
    for (const check of waiters) check();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  socket.on('error', () => {});
  await Promise.race([
    once(socket, 'open'),
    once(socket, 'unexpected-response').then(([, response]: unknown[]) => {
      throw new Error(`rejected with ${(response as { statusCode: number }).statusCode}`);
    }),
  ]);
  return {
    socket,
    messages,
    text: () => Buffer.concat(output).toString(),
    type: (text) => socket.send(Buffer.from(text)),
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    closed,
    waitFor: (type) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const message = messages.find((one) => one.type === type && !consumed.has(one));
          if (!message) return;
          consumed.add(message);
          waiters.delete(check);
          resolve(message);
        };
        waiters.add(check);
        check();
        void closed.then(({ code, reason }) => {
          const received = messages.map((one) => JSON.stringify(one)).join(' ') || 'none';
          reject(new Error(`The terminal closed (${code} ${reason}) without "${type}". Messages: ${received}`));
        });
      }),
  };
}
