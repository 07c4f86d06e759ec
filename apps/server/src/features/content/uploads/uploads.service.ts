import { createHash } from 'node:crypto';
import {
  type FileUpload,
  findFileNameProblem,
  findPictureNameProblem,
  type ImageUpload,
  type UploadedFile,
} from '@hexpedition/contract';
import type { Report } from '@hexpedition/curriculum/diagnostics';
import { readDrawing } from '@hexpedition/curriculum/markdown/svg';
import { findFileProblem, findOtherFileType, inspectedBytes } from '@hexpedition/curriculum/media/file-checks';
import { findType, mediaPath } from '@hexpedition/curriculum/media/media-types';
import { decodeText, fileOf, headSize, textLimit } from '@hexpedition/curriculum/source/source-tree';
import { reencodePicture, storeMedia, type Variants } from '#features/media/media.public';
import type { Clock } from '#platform/clock';
import { createConcurrencyLimiter } from '#platform/concurrency-limiter';
import type { Db } from '#platform/db/db';
import { AppError, invalid } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { SourceReader } from '../sources/source-reader.ts';
import { receivePart } from './receive-part.ts';
import { storeSourceFile } from './store-source-file.ts';
import { deleteParts, type PartKey, readParts } from './uploads.store.ts';

const limits = {
  picture: { name: 'picture-upload', hits: 120, seconds: 3_600 },
  /** Parts of files: 4 GB per hour. */
  part: { name: 'file-upload', hits: 500, seconds: 3_600 },
};

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  variants: Variants;
  reader: SourceReader;
}

export type Uploads = ReturnType<typeof createUploads>;

export function createUploads({ db, clock, limiter, variants, reader }: Deps) {
  // A large picture takes a second of a core and a few hundred megabytes of memory.
  const limitEncoding = createConcurrencyLimiter({
    maxRunning: 1,
    maxQueued: 8,
    createError: () =>
      new AppError('unavailable', 'Many pictures are being processed right now. Try again in a moment.', {
        retry_after: 5,
      }),
  });

  return {
    /** @throws AppError image_invalid, not_found, already_done */
    async picture(by: number, { image, training, name, overwrite }: ImageUpload): Promise<UploadedFile> {
      await limiter.take(limits.picture, String(by));
      const problem = name === undefined ? undefined : findPictureNameProblem(name);
      if (problem) throw invalid({ name: problem });
      const { webp, width, height } = await limitEncoding(() => reencodePicture(decodeBase64(image)));
      const { hash } = fileOf(webp);
      const stem = name ?? hash.slice(0, 16);
      const path = `figures/${stem}.webp`;
      await storeMedia(db, [{ hash, size: webp.length, contentType: 'image/webp', path, bytes: () => [webp] }]);
      await storeSourceFile({ db, reader }, { training, path, content: fileOf(webp), overwrite, by });
      await variants.makeAll(hash, width);
      return {
        path,
        size: webp.length,
        content_type: 'image/webp',
        width,
        height,
        src: mediaPath(hash, `${stem}.webp`),
      };
    },

    /**
     * Receives a part of a file; the last missing part completes it.
     * @returns null while parts are missing
     * @throws AppError file_invalid, not_found, already_done
     */
    async part(by: number, target: FileUpload, bytes: Buffer): Promise<UploadedFile | null> {
      await limiter.take(limits.part, String(by));
      // Checked before all bytes arrive, because a video takes a while to upload.
      const wrongName = findFileNameProblem(target.folder, target.name);
      if (wrongName) throw invalidFile(wrongName.message);
      const key: PartKey = { upload: target.upload, userPk: by };
      if (!(await receivePart(db, key, target, bytes, clock.now()))) return null;
      const file = await finish(by, target, key).catch(async (error: unknown) => {
        // If the file storage does not answer, the parts stay: sending the last part again retries.
        if (!(error instanceof AppError && error.code === 'unavailable')) await deleteParts(db, key);
        throw error;
      });
      await deleteParts(db, key);
      return file;
    },
  };

  async function finish(by: number, { training, folder, name, overwrite }: FileUpload, key: PartKey) {
    const path = `${folder}/${name}`;
    const { hash, size, head, tail } = await inspect(readParts(db, key));
    if (folder === 'figures') {
      const text = await textOf(readParts(db, key), size);
      assertNoErrors((report) => readDrawing(text, report));
      await storeSourceFile({ db, reader }, { training, path, content: fileOf(Buffer.from(text)), overwrite, by });
      return { path, size, content_type: 'image/svg+xml', width: null, height: null, src: null };
    }
    const problem = findFileProblem(folder, { name, size, head }) ?? findOtherFileType(folder, name, head, tail);
    if (problem) throw invalidFile(problem.message);
    const contentType = findType(folder, name)?.contentType ?? '';
    const wholeText = async () => (size > textLimit ? undefined : decodeText(await wholeOf(readParts(db, key))));
    if (/^text\/(vtt|html)/.test(contentType)) await textOf(readParts(db, key), size);
    await storeMedia(db, [{ hash, size, contentType, path, bytes: () => readParts(db, key) }]);
    const content = {
      hash,
      size,
      head: async () => head.subarray(0, headSize),
      text: wholeText,
      bytes: () => readParts(db, key),
    };
    await storeSourceFile({ db, reader }, { training, path, content, overwrite, by });
    return { path, size, content_type: contentType, width: null, height: null, src: mediaPath(hash, name) };
  }
}

/** Reads a file once: its hash, its size, and the first and last bytes. */
async function inspect(parts: AsyncIterable<Buffer>) {
  const sum = createHash('sha256');
  let size = 0;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  for await (const bytes of parts) {
    sum.update(bytes);
    size += bytes.length;
    if (head.length < inspectedBytes) head = Buffer.concat([head, bytes.subarray(0, inspectedBytes - head.length)]);
    tail = Buffer.concat([tail, bytes]).subarray(-inspectedBytes);
  }
  return { hash: sum.digest('hex'), size, head, tail };
}

async function textOf(parts: AsyncIterable<Buffer>, size: number): Promise<string> {
  if (size > textLimit) throw invalidFile(`The file is larger than ${textLimit / 1_000_000} MB.`);
  const text = decodeText(await wholeOf(parts));
  if (text === undefined) throw invalidFile('The file is not UTF-8 text.');
  return text;
}

async function wholeOf(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

/** Rejects a file that has errors with the first three of them, each with its line. */
function assertNoErrors(read: (report: Report) => unknown): void {
  const errors: string[] = [];
  read((line, _code, message, severity = 'error') => {
    if (severity === 'error') errors.push(`Line ${line}: ${message}`);
  });
  if (errors.length > 0) throw invalidFile(errors.slice(0, 3).join(' '));
}

const invalidFile = (msg: string): AppError => new AppError('file_invalid', msg);

/** Decodes base64 or a data URL. Rejects invalid characters, which Node would skip. */
function decodeBase64(image: string): Buffer {
  const text = image.replace(/^data:[\w/.+-]*;base64,/, '');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') === text) return bytes;
  throw new AppError('image_invalid', 'The picture arrived incomplete. Send it as base64 or as a data URL.');
}
