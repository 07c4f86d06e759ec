/** Sends a visitor: their browser in a child process, which an endless script may fill without harm to the app. */
import { fork } from 'node:child_process';
import { type Server, request as send } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { fileURLToPath } from 'node:url';

export interface Order {
  url: string;
}
export interface Request {
  method: string;
  path: string;
  type: string;
  body: Uint8Array;
  withCookie: boolean;
}
export interface Answer {
  status: number;
  type: string;
  body: Uint8Array;
}
export interface Report {
  /** What went wrong on the page, as the browser's console would say it. */
  noted: string[];
}

/** Milliseconds that a visit may take, and requests that a page may send. */
const LONGEST = 8000;
const MOST = 60;

/** The name of this process's role in `argv`. */
export const BROWSER = 'browser';

/** The child reads the program and nothing else: neither the flags nor a compiler are there for what gets out of the page. */
const CONFINED = [
  process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission',
  `--allow-fs-read=${fileURLToPath(new URL('.', import.meta.url))}*`,
  '--disallow-code-generation-from-strings',
  '--max-old-space-size=96',
  '--no-warnings',
];

/**
 * Lets somebody open a page of this server.
 * @param cookie what their browser sends along, unseen by scripts
 * @returns undefined when the visit was broken off
 */
export function visit(server: Server, order: Order, cookie: string): Promise<Report | undefined> {
  const child = fork(fileURLToPath(import.meta.url), [BROWSER], {
    execArgv: CONFINED,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  let left = MOST;
  return new Promise((resolve) => {
    const end = (report?: Report) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve(report);
    };
    const timer = setTimeout(end, LONGEST);
    child.on('error', () => end()).on('exit', () => end());
    child.on('message', (message: { id: number; request: Request } | Report) => {
      if ('noted' in message) return end({ noted: message.noted.slice(0, 6).map((line) => line.slice(0, 200)) });
      if (left-- <= 0) return;
      ask(server, message.request, message.request.withCookie ? cookie : '')
        .catch(() => ({ status: 502, type: 'text/plain', body: new Uint8Array() }))
        .then((answer) => child.connected && child.send({ id: message.id, answer }, () => {}));
    });
    child.send(order, () => {});
  });
}

/** Asks the app over a connection that exists in memory only; the sandbox has no other. */
function ask(server: Server, { method, path, type, body }: Request, cookie: string): Promise<Answer> {
  const [near, far] = duplexPair();
  server.emit('connection', far);
  return new Promise((resolve, reject) => {
    const headers = {
      host: 'feed.ostrel',
      connection: 'close',
      'content-length': body.length,
      'content-type': type,
      cookie,
    };
    const request = send({ createConnection: () => near as Socket, method, path, headers }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      const { statusCode: status = 502, headers } = response;
      if (status === 303 && headers.location) {
        return resolve(
          ask(
            server,
            { method: 'GET', path: headers.location, type: '', body: new Uint8Array(), withCookie: true },
            cookie,
          ),
        );
      }
      resolve({ status, type: headers['content-type'] ?? '', body: Buffer.concat(parts) });
    });
    request.on('error', reject).end(body);
  });
}
