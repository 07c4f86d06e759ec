/** Everything that the app of a lab needs from its surroundings. */
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type Socket, type Server as SocketServer } from 'node:net';
import { join } from 'node:path';

/** The file descriptor of the listening socket that the driver hands over. */
const SOCKET = 3;
/** Connections that may wait to be taken. The sandbox refuses to let more wait. */
export const BACKLOG = 64;

/** Answers HTTP on the socket that the driver has handed over. */
export function serve(handler: (...exchange: Parameters<RequestListener>) => unknown): Server {
  endWithTheDriver();
  const server = createServer((request, response) => {
    // Whoever hangs up in the middle of a request, or asks for what is no address, must not end the lab
    void (async () => handler(request, response))().catch(() => {
      if (response.headersSent) response.destroy();
      else response.writeHead(400, { 'content-type': 'text/plain' }).end('The lab can make nothing of this request.\n');
    });
  });
  return server.listen({ fd: SOCKET }, BACKLOG);
}

/** Answers what is not HTTP on that socket, for a lab whose manifest says `serves: socket`. */
export function serveSocket(handler: (socket: Socket) => void): SocketServer {
  endWithTheDriver();
  const server = createSocketServer((socket) => {
    // Whoever hangs up in the middle of an answer must not end the lab
    socket.on('error', () => {});
    handler(socket);
  });
  // This is how the driver knows that it serves
  return server.listen({ fd: SOCKET }, BACKLOG, () => process.stdout.write('ready\n'));
}

/** The driver keeps the lab's standard input open for as long as it lives. */
function endWithTheDriver(): void {
  process.stdin.on('end', () => process.exit(0)).resume();
}

/** The flag with this id; read it where it is shown, not at the start, if the learner is meant to read the file. */
export function readFlag(id: string): string {
  return readFileSync(join(process.env.FLAG_DIR ?? '/flag', `${id}.txt`), 'utf8');
}

/** Text that is HTML already, made by `html`. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | null | undefined | Html | Part[];

/** HTML whose gaps are escaped unless they are HTML already. A lab with a hole has to leave `html` out on purpose. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, i) => text + toText(parts[i - 1]) + string));
}

function toText(part: Part): string {
  if (part === null || part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(toText).join('');
  return String(part).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** Answers with a page. */
export function sendHtml(response: ServerResponse, status: number, page: Html): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page.text);
}

const types: Record<string, string> = { css: 'text/css; charset=utf-8', svg: 'image/svg+xml' };

/** Answers with a file of the lab's `public/`; the name comes from the app, never from a request. */
export function sendPublic(response: ServerResponse, name: string): void {
  const type = types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=3600' });
  response.end(readFileSync(new URL(`./public/${name}`, import.meta.url)));
}
