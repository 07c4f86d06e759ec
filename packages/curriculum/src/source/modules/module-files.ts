import type { LeafDirective } from '../../markdown/directive.ts';
import { lineOf } from '../../markdown/syntax-tree.ts';
import { mediaPath } from '../../media/media-types.ts';
import type { MediaFile } from '../curriculum-types.ts';
import type { ModuleContext } from './module-context.ts';

/** Finds a file of the training. @param folder required folder, if the type alone does not determine it */
export function findFile(
  path: string | undefined,
  type: RegExp,
  example: string,
  node: LeafDirective,
  { media, report }: ModuleContext,
  folder = '',
): MediaFile | undefined {
  if (!path) {
    report(lineOf(node), 'media-source', `A ${node.name} needs its file: ${example}.`);
    return undefined;
  }
  const file = path.startsWith(folder) ? media.get(path) : undefined;
  if (file && type.test(file.contentType)) return file;
  const message = file ? `${path} has the wrong file type; write ${example}.` : `There is no usable file at ${path}.`;
  report(lineOf(node), 'media-missing', message);
  return undefined;
}

/** Returns the URL of a file for learners and records that the file must be served. */
export function serveFile(file: MediaFile, { served }: ModuleContext): string {
  served.push(file);
  return mediaPath(file.hash, file.name);
}
