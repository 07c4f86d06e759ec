import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { cleanDrawing } from '#features/content/drawings.public';
import { StartError } from '#platform/start-error';

/** A picture as it is served. */
export interface Logo {
  /** Its address here, which changes with its bytes. */
  path: string;
  contentType: 'image/svg+xml; charset=utf-8' | 'image/png';
  bytes: Buffer;
  etag: string;
}

const most = 64 * 1024;
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Reads the company's logo. What it is, its bytes decide.
 * @throws StartError where it is missing, too large, or neither a PNG picture nor a drawing that may be shown
 */
export async function readLogo(file: string): Promise<Logo> {
  const given = await readSmall(file);
  if (given.subarray(0, pngSignature.length).equals(pngSignature)) return toLogo(given, 'image/png');
  const drawing = cleanDrawing(given.toString('utf8').replace(/^\uFEFF/, ''));
  if ('svg' in drawing) return toLogo(Buffer.from(drawing.svg), 'image/svg+xml; charset=utf-8');
  throw wrong(
    file,
    `which is neither a PNG picture nor an SVG drawing that may be shown: line ${drawing.line}. ${drawing.fault}`,
    'Mend the drawing (docs/authoring.md says what one may hold), or give the logo as a PNG file.',
  );
}

async function readSmall(file: string): Promise<Buffer> {
  try {
    const { size } = await stat(file);
    if (size > most) throw wrong(file, `which has ${size} bytes.`, `Give a picture of at most ${most} bytes.`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw wrong(file, `which cannot be read (${code}).`, 'Give the path of an SVG or PNG file, from this file on.');
  }
}

const wrong = (file: string, fault: string, remedy: string): StartError =>
  new StartError(`PARTNERS_FILE: company.logo is "${file}", ${fault}`, remedy);

function toLogo(bytes: Buffer, contentType: Logo['contentType']): Logo {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const path = `/partners/logo-${hash}.${contentType === 'image/png' ? 'png' : 'svg'}`;
  return { path, contentType, bytes, etag: `"${hash}"` };
}
