import { createHash } from 'node:crypto';
import type { BucketCall, NewObject } from './bucket-call.ts';

/** A part of an unfinished upload. */
export interface StoredPart {
  /** From 1. */
  number: number;
  size: number;
  /** The store's mark of the content, in quotation marks: with most stores its MD5. */
  etag: string;
}

/** Makes a call whose answer is short. */
type Exchange = (call: BucketCall) => Promise<{ headers: Headers; text: string }>;

/** Creates the calls of a bucket for lists and for uploads in parts. They throw BucketError. */
export function createBucketUploads(exchange: Exchange, unexpected: (problem: string, status: number) => Error) {
  /** Calls with the markers of the previous answer until the list is complete. Yields each answer. */
  async function* pages(
    options: BucketCall & { query: Record<string, string> },
    markers: [parameter: string, element: string][],
  ) {
    for (let marker: Record<string, string> = {}; ; ) {
      const { text } = await exchange({ ...options, query: { ...options.query, ...marker } });
      yield text;
      if (readElement(text, 'IsTruncated') !== 'true') return;
      marker = Object.fromEntries(markers.map(([parameter, element]) => [parameter, readElement(text, element)]));
    }
  }

  return {
    /** Returns the keys of all objects that begin with `prefix`. */
    async list(prefix: string): Promise<string[]> {
      const keys: string[] = [];
      const query = { 'list-type': '2', prefix };
      for await (const text of pages({ method: 'GET', query }, [['continuation-token', 'NextContinuationToken']]))
        keys.push(...readElements(text, 'Contents').map((one) => readElement(one, 'Key')));
      return keys;
    },

    /** Starts an upload in parts. Its object exists only after `completeUpload`. @returns the id of the upload */
    async createUpload(key: string, metadata: Record<string, string>): Promise<string> {
      const { text } = await exchange({ method: 'POST', key, query: { uploads: '' }, metadata });
      return readElement(text, 'UploadId');
    },

    /** Returns the id of the newest unfinished upload of an object; undefined without one. */
    async findUpload(key: string): Promise<string | undefined> {
      const found: { id: string; at: string }[] = [];
      const query = { uploads: '', prefix: key };
      const markers: [string, string][] = [
        ['key-marker', 'NextKeyMarker'],
        ['upload-id-marker', 'NextUploadIdMarker'],
      ];
      for await (const text of pages({ method: 'GET', query }, markers)) {
        for (const upload of readElements(text, 'Upload')) {
          if (readElement(upload, 'Key') === key)
            found.push({ id: readElement(upload, 'UploadId'), at: readElement(upload, 'Initiated') });
        }
      }
      return found.sort((a, b) => b.at.localeCompare(a.at))[0]?.id;
    },

    /** Returns the stored parts of an unfinished upload. */
    async listParts(key: string, uploadId: string): Promise<StoredPart[]> {
      const parts: StoredPart[] = [];
      const markers: [string, string][] = [['part-number-marker', 'NextPartNumberMarker']];
      for await (const text of pages({ method: 'GET', key, query: { uploadId } }, markers)) {
        for (const part of readElements(text, 'Part')) {
          const [number, size] = [readElement(part, 'PartNumber'), readElement(part, 'Size')].map(Number);
          parts.push({ number: number ?? 0, size: size ?? 0, etag: readElement(part, 'ETag') });
        }
      }
      return parts;
    },

    /** Stores a part of an upload. @param number from 1 */
    async putPart(
      key: string,
      uploadId: string,
      number: number,
      { size, sha256, bytes }: NewObject,
    ): Promise<StoredPart> {
      const query = { partNumber: String(number), uploadId };
      const headers = { 'content-length': String(size) };
      const etag = (await exchange({ method: 'PUT', key, query, sha256, bytes, headers })).headers.get('etag');
      if (!etag) throw unexpected(`sent no ETag for part ${number} of ${key}`, 200);
      return { number, size, etag };
    },

    /** Joins all parts to the object. */
    async completeUpload(key: string, uploadId: string, parts: StoredPart[]): Promise<void> {
      const list = parts.map(
        ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`,
      );
      const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`);
      const { text } = await exchange({
        ...{ method: 'POST', key, query: { uploadId } },
        sha256: createHash('sha256').update(body).digest('hex'),
        headers: { 'content-length': String(body.length), 'content-type': 'application/xml' },
        bytes: async function* () {
          yield body;
        },
      });
      // The status is sent before the parts are joined, so an error can follow it.
      const code = /<Error>/.test(text) ? readElement(text, 'Code') : '';
      if (code) throw unexpected(`could not join the parts of ${key}: ${code}`, 200);
    },

    /** Deletes the parts of an unfinished upload. */
    async abortUpload(key: string, uploadId: string): Promise<void> {
      await exchange({ method: 'DELETE', key, query: { uploadId } });
    },
  };
}

/** Returns the contents of all elements of a name. The lists of S3 have no attributes and no nested elements of the same name. */
const readElements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, content = '']) => content);

/** Returns the text of the first element of a name; empty without one. */
const readElement = (xml: string, name: string): string =>
  (readElements(xml, name)[0] ?? '')
    .replace(/&quot;|&#34;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
