import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { cleanDrawing } from '@hexpedition/curriculum/markdown/clean-drawing';
import { StartError } from '#platform/start-error';

/** Image of the company as it is served. */
export interface Logo {
  /** URL path, which contains a hash of the bytes. */
  path: string;
  contentType: 'image/svg+xml; charset=utf-8' | 'image/png';
  bytes: Buffer;
  etag: string;
}

const maxBytes = 64 * 1024;
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Reads the company's logo. Detects the format from the bytes.
 * @throws StartError if it is missing, too large, or neither a PNG image nor an allowed SVG drawing
 */
export async function readLogo(file: string): Promise<Logo> {
  const bytes = await readSmallFile(file);
  if (bytes.subarray(0, pngSignature.length).equals(pngSignature)) return toLogo(bytes, 'image/png');
  const drawing = cleanDrawing(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  if ('svg' in drawing) return toLogo(Buffer.from(drawing.svg), 'image/svg+xml; charset=utf-8');
  throw logoError(
    file,
    `which is neither a PNG image nor an allowed SVG drawing: line ${drawing.line}. ${drawing.problem}`,
    'Correct the drawing (docs/authoring.md lists what is allowed), or use a PNG file.',
  );
}

async function readSmallFile(file: string): Promise<Buffer> {
  try {
    const { size } = await stat(file);
    if (size > maxBytes)
      throw logoError(file, `which has ${size} bytes.`, `Use an image of at most ${maxBytes} bytes.`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw logoError(
      file,
      `which cannot be read (${code}).`,
      'Use the path of an SVG or PNG file, relative to PARTNERS_FILE.',
    );
  }
}

const logoError = (file: string, problem: string, remedy: string): StartError =>
  new StartError(`PARTNERS_FILE: company.logo is "${file}", ${problem}`, remedy);

function toLogo(bytes: Buffer, contentType: Logo['contentType']): Logo {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const path = `/partners/logo-${hash}.${contentType === 'image/png' ? 'png' : 'svg'}`;
  return { path, contentType, bytes, etag: `"${hash}"` };
}
