import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundleKit } from './bundle.ts';
import { type ReadOptions, readBody, readFields, readForm, readText } from './kit.ts';

const URLENCODED = 'application/x-www-form-urlencoded';

/** Starts a server that answers in this way, until the end of the test. Returns its port. */
async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Returns what a reader of the kit returns for a body with these headers. */
async function readBy<T>(
  reader: (request: IncomingMessage) => Promise<T>,
  body: BodyInit,
  headers?: HeadersInit,
): Promise<T> {
  let result: T | undefined;
  const port = await listen(async (request, response) => {
    result = await reader(request);
    response.end();
  });
  await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers });
  return result as T;
}

const formIn = async (body: BodyInit, type?: string) => {
  const form = await readBy(readForm, body, type === undefined ? undefined : { 'content-type': type });
  return form && [...form];
};

describe.each<
  [name: string, read: (request: IncomingMessage, options?: ReadOptions) => Promise<unknown>, whole: unknown]
>([
  ['readBody', readBody, Buffer.alloc(10, 'x')],
  ['readText', readText, 'xxxxxxxxxx'],
  ['readForm', readForm, new URLSearchParams('xxxxxxxxxx')],
  ['readFields', readFields, { xxxxxxxxxx: '' }],
])('%s', (_, read, whole) => {
  it('accept as many bytes as the limit', async () => {
    expect(await readBy((request) => read(request, { limit: 10 }), 'x'.repeat(10))).toEqual(whole);
    expect(await readBy((request) => read(request, { limit: 10 }), 'x'.repeat(11))).toBeUndefined();
    // Bytes count, not characters
    expect(await readBy((request) => read(request, { limit: 10 }), 'ø'.repeat(6))).toBeUndefined();
    expect(await readBy((request) => read(request), 'x'.repeat(16_384))).toBeDefined();
    expect(await readBy((request) => read(request), 'x'.repeat(16_385))).toBeUndefined();
  });

  it('read a body that is too large to its end, so that the client gets the response', async () => {
    const port = await listen(async (request, response) => {
      const taken = await read(request, { limit: 10 });
      response.writeHead(taken ? 200 : 413).end(request.complete ? 'In words of the lab' : 'In the middle');
    });
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x'.repeat(3_000_000) });
    expect([response.status, await response.text()]).toEqual([413, 'In words of the lab']);
  });

  it('return undefined if the client disconnects in the middle', async () => {
    let readTo = (_: unknown) => {};
    const result = new Promise((resolve) => {
      readTo = resolve;
    });
    const port = await listen((request) => void read(request).then(readTo, readTo));
    const connection = connect(port, '127.0.0.1');
    connection.write(
      `POST / HTTP/1.1\r\nHost: lab\r\nContent-Length: 100\r\nContent-Type: ${URLENCODED}\r\n\r\nhalf=`,
      () => setTimeout(() => connection.destroy(), 20),
    );
    expect(await result).toBeUndefined();
  });
});

it('return a body as it is, and an empty one as empty', async () => {
  expect(await readBy(readBody, new Uint8Array([0, 255, 10]))).toEqual(Buffer.from([0, 255, 10]));
  expect(await readBy(readBody, '')).toEqual(Buffer.alloc(0));
  expect(await readBy(readText, '')).toBe('');
  expect(await readBy(readText, 'Sørøya, 20 €')).toBe('Sørøya, 20 €');
  expect(await readBy(readText, new Uint8Array([97, 255]))).toBe('a\u{fffd}');
});

describe('readForm', () => {
  it('reads both encodings of browsers', async () => {
    expect(await formIn('name=S%C3%B8r%C3%B8ya+K&price=20 €', URLENCODED)).toEqual([
      ['name', 'Sørøya K'],
      ['price', '20 €'],
    ]);
    const packed = new FormData();
    packed.append('name', 'Sørøya K');
    packed.append('photo', new Blob(['bytes']), 'photo.png');
    packed.append('text', 'one\r\ntwo');
    expect(await formIn(packed)).toEqual([
      ['name', 'Sørøya K'],
      ['text', 'one\r\ntwo'],
    ]);
  });

  it('recognizes a form by its content type in any case, and without one', async () => {
    expect(await formIn('a=1', 'APPLICATION/X-WWW-FORM-URLENCODED; CHARSET=UTF-8')).toEqual([['a', '1']]);
    const packed = '--Seam\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--Seam--\r\n';
    expect(await formIn(packed, 'MULTIPART/FORM-DATA; BOUNDARY=Seam')).toEqual([['a', '1']]);
    // The content type that fetch sets for a text, and none, as some programs send
    expect(await formIn('a=1')).toEqual([['a', '1']]);
    expect(await formIn(new TextEncoder().encode('a=1'))).toEqual([['a', '1']]);
  });

  it('returns no fields for another content type', async () => {
    expect(await formIn('', URLENCODED)).toEqual([]);
    expect(await formIn('{"a":"b=c"}', 'application/json')).toEqual([]);
    expect(await formIn('a=1', 'no type at all')).toEqual([]);
    expect(await formIn('a=1', 'multipart/form-data')).toEqual([]);
    expect(await formIn('--Seam\r\nContent-Disposition: form', 'multipart/form-data; boundary=Seam')).toEqual([]);
  });

  it('keeps repeated fields, and fields of any name', async () => {
    expect(await formIn('a=1&__proto__=x&a=2', URLENCODED)).toEqual([
      ['a', '1'],
      ['__proto__', 'x'],
      ['a', '2'],
    ]);
  });
});

describe('readFields', () => {
  const fieldsIn = (body: BodyInit, type = URLENCODED) => readBy(readFields, body, { 'content-type': type });

  it('reads a form and JSON', async () => {
    expect(await fieldsIn('to=S%C3%B8r&port=53&port=54')).toEqual({ to: 'Sør', port: '54' });
    expect(await fieldsIn(' {"to": "Sør", "port": 53, "up": true, "list": [1], "more": {}, "none": null}')).toEqual({
      to: 'Sør',
      port: '53',
      up: 'true',
    });
    expect(await fieldsIn('{"to":"a"}', 'APPLICATION/JSON')).toEqual({ to: 'a' });
  });

  it('returns no fields if the body is neither', async () => {
    expect(await fieldsIn('')).toEqual({});
    expect(await fieldsIn('{"to":')).toEqual({});
    expect(await fieldsIn('["to=a"]', 'application/json')).toEqual({});
  });

  it('never sets a prototype', async () => {
    for (const body of ['__proto__=x', '{"__proto__":"x"}', '{"__proto__":{"isMaster":"yes"}}']) {
      const fields = await fieldsIn(body);
      expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
      expect(fields?.isMaster).toBeUndefined();
    }
    expect(Object.entries((await fieldsIn('__proto__=x')) ?? {})).toEqual([['__proto__', 'x']]);
  });
});

it('sendPublic answers with a file of the lab and its content type, and style.css begins with the shared rules', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'kit-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  await mkdir(join(dir, 'public'));
  await writeFile(join(dir, 'app.mjs'), await bundleKit());
  const types = {
    'print.css': 'text/css; charset=utf-8',
    'terminal.js': 'text/javascript; charset=utf-8',
    'parrot.svg': 'image/svg+xml',
    'chart.bin': 'application/octet-stream',
  };
  for (const name of Object.keys(types)) await writeFile(join(dir, 'public', name), `This is ${name}.`);
  const { sendPublic }: { sendPublic(response: ServerResponse, name: string): void } = await import(
    /* @vite-ignore */ pathToFileURL(join(dir, 'app.mjs')).href
  );
  const port = await listen((request, response) => sendPublic(response, (request.url ?? '/').slice(1)));
  for (const [name, type] of Object.entries(types)) {
    const response = await fetch(`http://127.0.0.1:${port}/${name}`);
    expect([response.headers.get('content-type'), await response.text()]).toEqual([type, `This is ${name}.`]);
  }
  await writeFile(join(dir, 'public', 'style.css'), 'body { margin: 1rem }');
  const style = await (await fetch(`http://127.0.0.1:${port}/style.css`)).text();
  expect(style).toMatch(/box-sizing: border-box;.*\nbody \{ margin: 1rem \}$/s);
});
