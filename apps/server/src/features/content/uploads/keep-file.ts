import { audit } from '#platform/audit';
import { AppError } from '#platform/errors';
import { selectTraining } from '../authoring/find-training.ts';
import type { IncomingFile } from '../source/source-tree.ts';
import { changeSources, type SourceDeps } from '../sources/change-sources.ts';
import { findSameName, findSource } from '../sources/sources.read-model.ts';

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
  const { folder } = await selectTraining(deps.db, training);
  const file = `${folder}/${path}`;
  const before = await findSource(deps.db, file);
  const other = await findSameName(deps.db, file);
  if (other !== undefined)
    throw new AppError(
      'already_done',
      `There is a file ${other} already, which many machines take for the same. Choose another name.`,
    );
  const report = await changeSources(deps, [{ kind: 'write', path: file, content }], {
    by,
    act: 'published',
    onlyNew: overwrite ? [] : [file],
    inTransaction: (tx) =>
      audit(tx, {
        actor: by,
        action: 'file.uploaded',
        subject: `training:${training}`,
        data: {
          before: before ? { path: file, hash: before.hash, size: before.size } : null,
          after: { path: file, hash: content.hash, size: content.size },
        },
      }),
  });
  const faults = report.diagnostics.filter((one) => one.severity === 'error');
  if (faults.length === 0) return;
  throw new AppError(
    'file_invalid',
    faults
      // A fault of another file stops everything that is published; its author has to hear which it is.
      .map((one) => `${one.file === file ? 'Line' : `${one.file}, line`} ${one.line}: ${one.message}`)
      .slice(0, 3)
      .join(' '),
  );
}
