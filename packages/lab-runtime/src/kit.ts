/** The interface between the app of a lab and its sandbox. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type Socket, type Server as SocketServer } from 'node:net';
import { join } from 'node:path';

/** The file descriptor of the listening socket that the driver passes to the app. */
const SOCKET = 3;
/** Maximum connections in the backlog. The sandbox rejects a larger one. */
export const BACKLOG = 64;

/** Answers HTTP on the socket that the driver passes to the app. */
export function serve(handler: (...exchange: Parameters<RequestListener>) => unknown): Server {
  endWithTheDriver();
  const server = createServer((request, response) => {
    // A client that disconnects in the middle of a request, or sends an invalid address, must not end the lab
    void (async () => handler(request, response))().catch(() => {
      if (response.headersSent) response.destroy();
      else response.writeHead(400, { 'content-type': 'text/plain' }).end('The lab could not read this request.\n');
    });
  });
  return server.listen({ fd: SOCKET }, BACKLOG);
}

/** Serves a protocol other than HTTP on that socket, for a lab with `serves: socket` in its manifest. */
export function serveSocket(handler: (socket: Socket) => void): SocketServer {
  endWithTheDriver();
  const server = createSocketServer((socket) => {
    // A client that disconnects in the middle of a response must not end the lab
    socket.on('error', () => {});
    handler(socket);
  });
  // Tells the driver that the app is ready
  return server.listen({ fd: SOCKET }, BACKLOG, () => process.stdout.write('ready\n'));
}

/** Ends the app with the driver, which keeps its standard input open. */
function endWithTheDriver(): void {
  process.stdin.on('end', () => process.exit(0)).resume();
}

/**
 * Returns the flag with this id. Read it when it is shown, not at the start, if the learner is meant to read the file.
 */
export function readFlag(id: string): string {
  return readFileSync(join(process.env.FLAG_DIR ?? '/flag', `${id}.txt`), 'utf8');
}

/** Text that is already HTML, made by `html`. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | null | undefined | Html | Part[];

/**
 * Builds HTML. Values are escaped unless they are `Html`. A lab with a hole in its markup must omit `html` on purpose.
 */
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

/** Rules that every lab with pages needs. A lab's own rules come later and win. */
const baseStyle = `* {
  box-sizing: border-box;
}
body {
  margin: 0;
  min-height: 100vh;
  display: grid;
  grid-template: auto 1fr auto / minmax(0, 1fr);
}
button {
  font: inherit;
  cursor: pointer;
}
`;

/**
 * Answers with a file of the lab's `public/`. The name comes from the app, never from a request. Its ending determines
 * the content type: `.css`, `.js` and `.svg` are known, and everything else is a download. `style.css` begins with the
 * rules that all labs share: `border-box`, a body with header, main part and footer, and buttons in the page's font.
 */
export function sendPublic(response: ServerResponse, name: string): void {
  const type = types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=3600' });
  if (name === 'style.css') response.write(baseStyle);
  response.end(readFileSync(new URL(`./public/${name}`, import.meta.url)));
}

/** Maximum bytes of a body by default. */
const MAX_BODY_BYTES = 16_384;

export interface ReadOptions {
  /** Maximum bytes of the body as it is sent; 16,384 by default. */
  limit?: number;
}

/**
 * Reads the body of a request; it is empty if there is none. All readers below use this one and end as it does. They
 * never throw. Read a request once, with one of them.
 * @returns undefined for a body that is larger than its limit; the lab then answers 413 with its own text. The body has
 * been read to its end, because a client that is still sending would not get the response. Also undefined if the client
 * disconnected in the middle.
 */
export async function readBody(
  request: IncomingMessage,
  { limit = MAX_BODY_BYTES }: ReadOptions = {},
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
 * Reads the body as text, for JSON and other formats of programs. Invalid UTF-8 becomes U+FFFD.
 * @returns undefined if `readBody` does
 */
export async function readText(request: IncomingMessage, options?: ReadOptions): Promise<string | undefined> {
  return (await readBody(request, options))?.toString('utf8');
}

/**
 * Reads the fields of a form in their order, with repeated ones and without files. A form is
 * `application/x-www-form-urlencoded` or `multipart/form-data`. A body without a content type, or with the `text/plain`
 * that `fetch` sets for a text, is read as the first of them.
 * @returns no fields if the body is not a form; undefined if `readBody` does
 */
export async function readForm(request: IncomingMessage, options?: ReadOptions): Promise<URLSearchParams | undefined> {
  const body = await readBody(request, options);
  return body && fieldsOf(body, request.headers['content-type'] ?? '');
}

/**
 * Reads the fields of a form, or of a JSON object, as texts, for a lab to which pages and programs send the same
 * fields. A body that begins with a brace is JSON, regardless of its content type. Numbers and booleans become texts;
 * lists, objects and null are left out.
 * @returns name → value, the last one of a repeated field; no fields if the body is neither; undefined if `readBody`
 * does
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
    // The body does not match its content type
  }
  return fields;
}
