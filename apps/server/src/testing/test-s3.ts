import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { StorageConfig } from '#platform/config';

/** How the store misbehaves: in one call, before it has done anything of it, or while it sends an object. */
export type Trouble =
  | 'down'
  | 'silent'
  /** Sends half of what was asked for, and then nothing. */
  | 'stalls'
  /** Sends half of what was asked for and breaks the connection. */
  | 'breaks'
  /** Sends other bytes. */
  | 'lies'
  /** Says that it has stored what it has not. */
  | 'forgets'
  /** Sends the whole object whatever was asked for. */
  | 'ignores ranges';

interface Asked {
  method: string;
  /** Empty for the bucket. */
  key: string;
  range: string | undefined;
}

export interface TestS3 {
  config: StorageConfig;
  /** What lies in the bucket, by key. */
  objects: Map<string, Buffer>;
  /** The calls that were answered with an object or a change, in order. */
  calls: Asked[];
  /** Connections on which an object is being sent. */
  sending: () => number;
  /** Decides for each call whether there is trouble. */
  trouble: (asked: Asked) => Trouble | undefined;
  close(): Promise<void>;
}

const key = { accessKeyId: 'AKIAHARBOUR', secretAccessKey: 'lantern/harbour+7' };
const bucket = 'courses';
const region = 'eu-harbour-1';

/** A small S3 that believes nobody: it checks each signature and hash by itself. */
export async function startTestS3(): Promise<TestS3> {
  let sending = 0;
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const s3: TestS3 = {
    config: { url: `http://127.0.0.1:${port}/${bucket}`, ...key, region },
    objects: new Map(),
    calls: [],
    sending: () => sending,
    trouble: () => undefined,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const [, name = '', path = ''] = /^\/([^/?]*)\/?(.*)$/.exec(url) ?? [];
    const asked = { method, key: path, range: headers.range };
    const trouble = s3.trouble(asked);
    if (trouble === 'silent') return;
    if (trouble === 'down') return refuse(response, 503, 'SlowDown');
    const code = faultOf(request);
    if (code) return refuse(response, 403, code);
    if (name !== bucket) return refuse(response, 404, 'NoSuchBucket');
    s3.calls.push(asked);
    const object = s3.objects.get(path);
    if (method === 'PUT') return put(request, response, path, trouble);
    if (method === 'DELETE') {
      s3.objects.delete(path);
      response.writeHead(204).end();
    } else if (method === 'HEAD')
      response.writeHead(path && !object ? 404 : 200, { 'content-length': object?.length ?? 0 }).end();
    else if (!object) refuse(response, 404, 'NoSuchKey');
    else send(request, response, object, trouble);
  }

  async function put(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    trouble?: Trouble,
  ): Promise<void> {
    if (request.headers['content-length'] === undefined) return refuse(response, 411, 'MissingContentLength');
    const bytes = await buffer(request);
    const sum = createHash('sha256').update(bytes).digest('hex');
    if (sum !== request.headers['x-amz-content-sha256']) return refuse(response, 400, 'XAmzContentSHA256Mismatch');
    s3.objects.set(path, trouble === 'forgets' ? bytes.subarray(1) : bytes);
    response.writeHead(200, { 'content-length': 0 }).end();
  }

  function send({ headers }: IncomingMessage, response: ServerResponse, object: Buffer, trouble?: Trouble): void {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const isPart = first !== undefined && trouble !== 'ignores ranges';
    const [from, to] = isPart ? [Number(first), Number(last)] : [0, object.length - 1];
    const bytes = Buffer.from(object.subarray(from, to + 1));
    if (trouble === 'lies') bytes[0] = (bytes[0] ?? 0) ^ 1;
    sending += 1;
    response.on('close', () => {
      sending -= 1;
    });
    response.writeHead(isPart ? 206 : 200, {
      'content-length': bytes.length,
      ...(isPart ? { 'content-range': `bytes ${from}-${to}/${object.length}` } : {}),
    });
    if (trouble !== 'stalls' && trouble !== 'breaks') response.end(bytes);
    else
      response.write(bytes.subarray(0, bytes.length / 2), () => {
        // What was written is to arrive first.
        if (trouble === 'breaks') setTimeout(() => response.destroy(), 20);
      });
  }

  return s3;
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml', connection: 'close' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);
}

const hmac = (by: string | Buffer, text: string): Buffer => createHmac('sha256', by).update(text).digest();

/**
 * What is wrong with a signature (AWS Signature Version 4 in the header Authorization), as S3 calls it.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
function faultOf({ method, url = '', headers }: IncomingMessage): string | undefined {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!match) return 'AccessDenied';
  const [, id, day = '', at = '', names = '', signature] = match;
  if (id !== key.accessKeyId) return 'InvalidAccessKeyId';
  if (at !== region) return 'AuthorizationHeaderMalformed';
  const signed = names.split(';');
  const time = String(headers['x-amz-date']);
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return 'AccessDenied';
  const seconds = Date.parse(time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z')) / 1_000;
  if (!(Math.abs(seconds - Date.now() / 1_000) < 900) || !time.startsWith(day)) return 'RequestTimeTooSkewed';
  const [path, query = ''] = url.split('?');
  const canonical = [
    method,
    path,
    query,
    ...signed.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const hashed = createHash('sha256').update(canonical).digest('hex');
  const signing = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${key.secretAccessKey}`, day), region));
  const expected = hmac(signing, ['AWS4-HMAC-SHA256', time, scope, hashed].join('\n')).toString('hex');
  return signature === expected ? undefined : 'SignatureDoesNotMatch';
}
