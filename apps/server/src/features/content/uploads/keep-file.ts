import { AppError, notFound } from '#platform/errors';
import type { IncomingFile } from '../source/tree.ts';
import { changeSources, type SourceDeps } from '../sources/change-sources.ts';
import { findTrainingFolder } from './uploads.read-model.ts';

/** A file that goes into the sources of a training. */
export interface KeptFile {
  training: string;
  /** Below the training's folder: `figures/pair.svg`. */
  path: string;
  content: IncomingFile;
  overwrite: boolean;
  by: number;
}

/**
 * Puts a file into the folder of a training, where its lessons can name it.
 * @throws AppError not_found for a training that is not there, already_done for a name that is taken, file_invalid for
 * what the readers of lessons refuse
 */
export async function keepFile(deps: SourceDeps, { training, path, content, overwrite, by }: KeptFile): Promise<void> {
  const folder = await findTrainingFolder(deps.db, training);
  if (!folder) throw notFound('course');
  const file = `${folder}/${path}`;
  const report = await changeSources(deps, [{ kind: 'write', path: file, content }], {
    by,
    act: 'published',
    onlyNew: overwrite ? [] : [file],
  });
  const faults = report.diagnostics.filter((one) => one.severity === 'error');
  if (faults.length === 0) return;
  throw new AppError(
    'file_invalid',
    faults
      .map(({ line, message }) => `Line ${line}: ${message}`)
      .slice(0, 3)
      .join(' '),
  );
}
