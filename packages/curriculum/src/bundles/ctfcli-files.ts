import { posix } from 'node:path';
import { sizeLimits } from '@hexpedition/contract';
import { findType } from '../media/media-types.ts';
import { bytesFile } from './bundle-files.ts';
import type { Conversion } from './conversion.ts';
import type { Challenge } from './ctfcli-challenge.ts';
import { type Blocks, oneLine } from './foreign-markdown.ts';
import { shortHash, slugOf } from './slugs-and-ids.ts';
import { type FieldNames, Fields, textOfValue, type Value } from './source-yaml.ts';
import { zipBytes } from './write-zip.ts';

/** An entry of `provide` (rCDS) may give the file another name. */
const provideFields: FieldNames = { file: [], as: [], kind: [], spec: [], path: [], additional: [], exclude: [] };

/** Returns the path of a file in the bundle that a challenge names; undefined if there is none. */
export function findBundleFile(given: string, challengeFile: string, { input, top }: Conversion): string | undefined {
  const paths = [posix.join(posix.dirname(challengeFile), given), posix.join(top, given), posix.normalize(given)];
  return paths.find((path) => input.has(path));
}

/** Makes a download of an entry of `files` or `provide`. */
export async function fileOf(
  value: Value,
  folder: string,
  challenge: Challenge,
  conversion: Conversion,
): Promise<Blocks> {
  const { report, slug } = challenge;
  const outer = value.data instanceof Map ? new Fields(value.data, value.line, provideFields, report) : undefined;
  const inner = outer?.dictionary('spec', provideFields) ?? outer;
  // Windows paths use backslashes.
  const given = (inner ? inner.text('file') : textOfValue(value))?.trim().replaceAll('\\', '/');
  const fail = (code: string, message: string): Blocks => {
    report(value.line, code, message, 'warning');
    return [];
  };
  if (outer?.text('kind')?.trim() === 'zip')
    return fail('file-archive', 'The import does not pack archives: pack this one yourself and list it as a file.');
  if (!given) return fail('value-shape', 'An entry of files must be a path in the folder of the challenge.');
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(given))
    return fail(
      'file-remote',
      `Remote files are not fetched: put "${given.slice(0, 80)}" into the folder of the challenge.`,
    );
  const source = findBundleFile(given, challenge.file, conversion);
  const file = source === undefined ? undefined : conversion.input.get(source);
  if (source === undefined || !file)
    return fail('file-missing', `The bundle has no file "${given.slice(0, 80)}"; add it.`);
  if (file.size === 0) return fail('file-empty', `"${given.slice(0, 80)}" is empty.`);
  if (file.size > sizeLimits.files)
    return fail(
      'file-large',
      `"${given.slice(0, 80)}" is larger than ${sizeLimits.files / 1_000_000} MB, the maximum for a download.`,
    );
  const bytes = await file.bytes();
  const shown = posix.basename(inner?.text('as')?.trim() || source);
  const name = shown
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(-40);
  const served = await toDownload(`${slugOf(slug, 50)}-${shortHash(source)}-${name}`, posix.basename(source), bytes);
  if (!served) return fail('file-large', `"${given.slice(0, 80)}" is too large for a download, even as a zip.`);
  conversion.output.set(`${folder}/files/${served.name}`, bytesFile(served.bytes));
  conversion.markUsed(source);
  return [
    {
      type: 'leafDirective',
      name: 'file',
      attributes: { id: `file-${shortHash(given)}`, src: `files/${served.name}` },
      children: [{ type: 'text', value: oneLine(shown, 80) || 'File' }],
    },
  ];
}

/** Packs a file of a type that is not served directly into a zip, under its original name. */
async function toDownload(
  name: string,
  original: string,
  bytes: Uint8Array,
): Promise<{ name: string; bytes: Uint8Array } | undefined> {
  const type = findType('files', name);
  if (type && (!type.hasSignature || type.hasSignature(Buffer.from(bytes.subarray(0, 64))))) return { name, bytes };
  const packed = await zipBytes(new Map([[original, bytesFile(bytes)]]));
  return packed.length > sizeLimits.files ? undefined : { name: `${name}.zip`, bytes: packed };
}
