import type { IncomingFile } from '@hexpedition/curriculum/source/source-tree';
import { audit } from '#platform/audit';
import { AppError } from '#platform/errors';
import { selectTraining } from '../authoring/find-training.ts';
import { changeSources, type SourceDeps } from '../sources/change-sources.ts';
import { findSameName, findSource } from '../sources/sources.read-model.ts';

/** A file to add to the sources of a training. */
export interface SourceFileUpload {
  /** Undefined for a figure that the lessons of every training can use. */
  training: string | undefined;
  /** Relative to the training's folder: `figures/pair.svg`. */
  path: string;
  content: IncomingFile;
  overwrite: boolean;
  by: number;
}

/**
 * Stores a file in the folder of a training, where its lessons can use it, or among the shared figures. A shared figure
 * with the same content stays as it is.
 * @throws AppError not_found for an unknown training, already_done for an existing name, file_invalid if a reader of
 * lessons rejects the file
 */
export async function storeSourceFile(
  deps: SourceDeps,
  { training, path, content, overwrite, by }: SourceFileUpload,
): Promise<void> {
  const file = training === undefined ? path : `${(await selectTraining(deps.db, training)).folder}/${path}`;
  const before = await findSource(deps.db, file);
  if (training === undefined && before?.hash === content.hash) return;
  const other = await findSameName(deps.db, file);
  if (other !== undefined)
    throw new AppError(
      'already_done',
      `${other} already exists, and many systems treat both names as the same file. Choose another name.`,
    );
  const report = await changeSources(deps, [{ kind: 'write', path: file, content }], {
    by,
    act: 'published',
    onlyNew: overwrite ? [] : [file],
    inTransaction: (tx) =>
      audit(tx, {
        actor: by,
        action: 'file.uploaded',
        subject: training === undefined ? 'shared_figures' : `training:${training}`,
        data: {
          before: before ? { path: file, hash: before.hash, size: before.size } : null,
          after: { path: file, hash: content.hash, size: content.size },
        },
      }),
  });
  const problems = report.diagnostics.filter((one) => one.severity === 'error');
  if (problems.length === 0) return;
  throw new AppError(
    'file_invalid',
    problems
      // An error in another file blocks every publication, so the message names that file.
      .map((one) => `${one.file === file ? 'Line' : `${one.file}, line`} ${one.line}: ${one.message}`)
      .slice(0, 3)
      .join(' '),
  );
}
