import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { StorageConfig } from '#platform/config';

/** Failures of the store in one call, before it has any effect or while it sends an object. */
export type S3Fault =
  | 'down'
  | 'silent'
  /** Sends half of the object and then stalls. */
  | 'stalls'
  /** Sends half of the object and closes the connection. */
  | 'breaks'
  /** Sends wrong bytes. */
  | 'lies'
  /** Confirms a write but stores something else. */
  | 'forgets'
  /** Sends the whole object for a range request. */
  | 'ignores ranges';

interface S3Call {
  method: string;
  /** Empty for the bucket itself. */
  key: string;
  /** Parameters of the address, such as `uploadId`. */
  query: Record<string, string>;
  range: string | undefined;
}

export interface TestS3 {
  config: StorageConfig;
  /** The stored objects by key. */
  objects: Map<string, Buffer>;
  /** Unfinished uploads by id. */
  uploads: Map<string, { key: string; metadata: Metadata; parts: Map<number, Buffer> }>;
  /** The accepted calls in order. */
  calls: S3Call[];
  /** Number of connections that are sending an object. */
  sending: () => number;
  /** Decides for each call whether it fails. */
  trouble: (call: S3Call) => S3Fault | undefined;
  close(): Promise<void>;
}

/** Headers of an object that begin with `x-amz-meta-`. */
type Metadata = Record<string, string>;

const key = { accessKeyId: 'AKIAHARBOUR', secretAccessKey: 'lantern/harbour+7' };
const bucket = 'courses';
const region = 'eu-harbour-1';

/** A small S3 server that verifies the signature and hash of every call. */
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
    uploads: new Map(),
    calls: [],
    sending: () => sending,
    trouble: () => undefined,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };

  const metadata = new Map<string, Metadata>();

  /** Answers the calls of lists and of uploads in parts. Lists have two entries per answer. */
  async function answerUpload(request: IncomingMessage, response: ServerResponse, call: S3Call): Promise<void> {
    const { method, key: path, query } = call;
    const sendXml = (xml: string) => response.end(xml);
    const list = <T>(all: T[], after: number, render: (one: T) => string, marker: (next: number) => string) => {
      const page = all
        .slice(after, after + 2)
        .map(render)
        .join('');
      const isTruncated = all.length > after + 2;
      sendXml(`<List><IsTruncated>${isTruncated}</IsTruncated>${marker(after + 2)}${page}</List>`);
    };
    if (query['list-type']) {
      const keys = [...s3.objects.keys()].filter((one) => one.startsWith(query.prefix ?? '')).sort();
      const render = (one: string) => `<Contents><Key>${one}</Key></Contents>`;
      const marker = (next: number) => `<NextContinuationToken>${next}</NextContinuationToken>`;
      return list(keys, Number(query['continuation-token'] ?? 0), render, marker);
    }
    if (query.uploads !== undefined && method === 'POST') {
      const id = `upload-${s3.uploads.size + 1}-${s3.calls.length}`;
      const isMetadata = ([name]: [string, unknown]) => name.startsWith('x-amz-meta-');
      const given = Object.fromEntries(Object.entries(request.headers).filter(isMetadata)) as Metadata;
      const areSigned = Object.keys(given).every((name) => request.headers.authorization?.includes(name));
      if (!areSigned) return sendError(response, 403, 'AccessDenied');
      s3.uploads.set(id, { key: path, metadata: given, parts: new Map() });
      sendXml(`<Result><UploadId>${id}</UploadId></Result>`);
      return;
    }
    if (query.uploads !== undefined) {
      const uploads = [...s3.uploads].filter(([, upload]) => upload.key.startsWith(query.prefix ?? ''));
      const render = ([id, upload]: (typeof uploads)[number]) =>
        `<Upload><Key>${upload.key}</Key><UploadId>${id}</UploadId><Initiated>2026-01-01T00:00:00.000Z</Initiated></Upload>`;
      const marker = (next: number) =>
        `<NextKeyMarker>${next}</NextKeyMarker><NextUploadIdMarker>x</NextUploadIdMarker>`;
      return list(uploads, Number(query['key-marker'] ?? 0), render, marker);
    }
    const upload = s3.uploads.get(query.uploadId ?? '');
    if (!upload) return sendError(response, 404, 'NoSuchUpload');
    if (method === 'PUT') {
      const bytes = await buffer(request);
      const sum = createHash('sha256').update(bytes).digest('hex');
      if (sum !== request.headers['x-amz-content-sha256']) return sendError(response, 400, 'XAmzContentSHA256Mismatch');
      upload.parts.set(Number(query.partNumber), bytes);
      response.writeHead(200, { etag: etag(bytes).replaceAll('&quot;', '"'), 'content-length': 0 }).end();
    } else if (method === 'GET') {
      const render = ([number, bytes]: [number, Buffer]) =>
        `<Part><PartNumber>${number}</PartNumber><Size>${bytes.length}</Size><ETag>${etag(bytes)}</ETag></Part>`;
      const marker = (next: number) => `<NextPartNumberMarker>${next}</NextPartNumberMarker>`;
      list([...upload.parts], Number(query['part-number-marker'] ?? 0), render, marker);
    } else if (method === 'POST') {
      const named = [...(await buffer(request)).toString().matchAll(/<PartNumber>(\d+)/g)].map(([, n]) => Number(n));
      s3.objects.set(path, Buffer.concat(named.map((number) => upload.parts.get(number) ?? Buffer.alloc(0))));
      metadata.set(path, upload.metadata);
      s3.uploads.delete(query.uploadId ?? '');
      sendXml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
    } else {
      s3.uploads.delete(query.uploadId ?? '');
      response.writeHead(204).end();
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const [, name = '', path = '', search = ''] = /^\/([^/?]*)\/?([^?]*)\??(.*)$/.exec(url) ?? [];
    const query = Object.fromEntries(new URLSearchParams(search));
    const call = { method, key: path, query, range: headers.range };
    const trouble = s3.trouble(call);
    if (trouble === 'silent') return;
    if (trouble === 'down') return sendError(response, 503, 'SlowDown');
    const code = findSignatureProblem(request);
    if (code) return sendError(response, 403, code);
    if (name !== bucket) return sendError(response, 404, 'NoSuchBucket');
    s3.calls.push(call);
    const object = s3.objects.get(path);
    if (query.uploads !== undefined || query.uploadId !== undefined || query['list-type'] !== undefined)
      return answerUpload(request, response, call);
    if (method === 'PUT') return put(request, response, path, trouble);
    if (method === 'DELETE') {
      s3.objects.delete(path);
      response.writeHead(204).end();
    } else if (method === 'HEAD')
      response
        .writeHead(path && !object ? 404 : 200, { 'content-length': object?.length ?? 0, ...metadata.get(path) })
        .end();
    else if (!object) sendError(response, 404, 'NoSuchKey');
    else send(request, response, object, trouble);
  }

  async function put(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    trouble?: S3Fault,
  ): Promise<void> {
    if (request.headers['content-length'] === undefined) return sendError(response, 411, 'MissingContentLength');
    const bytes = await buffer(request);
    const sum = createHash('sha256').update(bytes).digest('hex');
    if (sum !== request.headers['x-amz-content-sha256']) return sendError(response, 400, 'XAmzContentSHA256Mismatch');
    s3.objects.set(path, trouble === 'forgets' ? bytes.subarray(1) : bytes);
    response.writeHead(200, { 'content-length': 0 }).end();
  }

  function send({ headers }: IncomingMessage, response: ServerResponse, object: Buffer, trouble?: S3Fault): void {
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
        // Let the written bytes arrive first.
        if (trouble === 'breaks') setTimeout(() => response.destroy(), 20);
      });
  }

  return s3;
}

const etag = (bytes: Buffer) => `&quot;${createHash('md5').update(bytes).digest('hex')}&quot;`;

function sendError(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml', connection: 'close' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);
}

const hmac = (by: string | Buffer, text: string): Buffer => createHmac('sha256', by).update(text).digest();

/**
 * Verifies a signature (AWS Signature Version 4 in the header Authorization). Returns S3's error code for an invalid one.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
function findSignatureProblem({ method, url = '', headers }: IncomingMessage): string | undefined {
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
    // A parameter without a value still has its equals sign, and the parameters are sorted.
    query.split('&').sort().join('&'),
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
