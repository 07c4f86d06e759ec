/** Everything that the app of a lab needs from its surroundings. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
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

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/**
 * Answers with a file of the lab's `public/`; the name comes from the app, never from a request. Its ending says what it
 * is: `.css`, `.js` and `.svg` are known, and everything else is bytes to be saved.
 */
export function sendPublic(response: ServerResponse, name: string): void {
  const type = types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=3600' });
  response.end(readFileSync(new URL(`./public/${name}`, import.meta.url)));
}

/** Bytes that a body may have where the lab says nothing else. */
const LARGEST_BODY = 16_384;

export interface ReadOptions {
  /** Bytes that the body may have, as it is sent: 16,384 unless told otherwise. */
  limit?: number;
}

/**
 * The body of a request, empty where it has none. Each of the readers below is built on this one and ends as it does.
 * None of them throws, and a request is read once, by one of them.
 * @returns undefined for a body that is larger than its limit, which the lab answers with 413, in words of its own. It
 *   has been read to its end and not kept by then: whoever is still sending would not hear the answer. Undefined as well
 *   where the client hung up in the middle, and then nobody hears it.
 */
export async function readBody(
  request: IncomingMessage,
  { limit = LARGEST_BODY }: ReadOptions = {},
): Promise<Buffer<ArrayBuffer> | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length;
      if (size <= limit) parts.push(part);
    }
  } catch {
    return undefined;
  }
  return size <= limit ? Buffer.concat(parts) : undefined;
}

/**
 * The body as text, for JSON and for what programs send as it is. Bytes that are no UTF-8 come out as U+FFFD.
 * @returns undefined where `readBody` says so
 */
export async function readText(request: IncomingMessage, options?: ReadOptions): Promise<string | undefined> {
  return (await readBody(request, options))?.toString('utf8');
}

/**
 * The fields of a form in their order, repeated ones as often as they were sent; files are left out. A form is what
 * browsers send, `application/x-www-form-urlencoded` or `multipart/form-data`. A body without a content type, or with
 * the `text/plain` that `fetch` gives to a text, is read as the first of them.
 * @returns no fields where the body is no form, and undefined where `readBody` says so
 */
export async function readForm(request: IncomingMessage, options?: ReadOptions): Promise<URLSearchParams | undefined> {
  const body = await readBody(request, options);
  return body && fieldsOf(body, request.headers['content-type'] ?? '');
}

/**
 * The fields of a form, or of a JSON object, as texts, for a lab that a page and programs send the same to. What begins
 * with a brace is JSON, whatever its content type says: a number or a boolean becomes a text, and a list, an object or
 * null is left out.
 * @returns name → value, the last where a field is repeated; no fields where the body is neither, and undefined where
 *   `readBody` says so
 */
export async function readFields(
  request: IncomingMessage,
  options?: ReadOptions,
): Promise<Record<string, string> | undefined> {
  const body = await readBody(request, options);
  if (!body) return undefined;
  const text = body.toString('utf8');
  if (!text.trimStart().startsWith('{')) {
    return Object.fromEntries(await fieldsOf(body, request.headers['content-type'] ?? ''));
  }
  try {
    const entries = Object.entries(JSON.parse(text) as object).filter(([, value]) => typeof value !== 'object');
    return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
  } catch {
    return {};
  }
}

async function fieldsOf(body: Buffer<ArrayBuffer>, type: string): Promise<URLSearchParams> {
  const kind = type.split(';', 1)[0]?.trim().toLowerCase();
  if (kind === '' || kind === 'application/x-www-form-urlencoded' || kind === 'text/plain') {
    return new URLSearchParams(body.toString('utf8'));
  }
  const fields = new URLSearchParams();
  if (kind !== 'multipart/form-data') return fields;
  try {
    for (const [name, value] of await new Response(body, { headers: { 'content-type': type } }).formData()) {
      if (typeof value === 'string') fields.append(name, value);
    }
  } catch {
    // It says that it is a form, and is none
  }
  return fields;
}
