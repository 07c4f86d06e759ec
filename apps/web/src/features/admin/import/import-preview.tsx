import type { ImportDryRun, ImportOutcome } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { number, plural } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { cx } from '#ui/cx.ts';
import admin from '../admin.module.css';
import { importPreviewQuery } from '../admin-queries.ts';
import css from './import.module.css';
import { ChangeCounts, ChangeList } from './import-changes.tsx';
import { ChangedFiles, KeptFiles } from './import-files.tsx';

const formatNames = { bundle: 'Hexpedition bundle', ctfcli: 'ctfcli', dojo: 'Dojo' } as const;

interface Props {
  preview: ImportDryRun;
  onAgain: () => void;
  onDone: (done: ImportOutcome) => void;
}

type Diagnostic = ImportDryRun['diagnostics'][number];

/** Number of files shown until "Show all" is pressed. */
const initialFiles = 12;

/** Errors and warnings by file. Files with errors come first. */
function Diagnostics({ diagnostics }: Pick<ImportDryRun, 'diagnostics'>) {
  const [showsAll, setShowsAll] = useState(false);
  if (diagnostics.length === 0) return null;
  const files = byFile(diagnostics);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return (
    <section className={css.part} aria-labelledby="problems">
      <h3 id="problems" className={css.partTitle}>
        {[
          errors > 0 && plural(errors, 'error'),
          diagnostics.length > errors && plural(diagnostics.length - errors, 'warning'),
        ]
          .filter(Boolean)
          .join(', ')}
      </h3>
      <ul className={css.files}>
        {(showsAll ? files : files.slice(0, initialFiles)).map(([file, problems]) => (
          <li key={file}>
            <p className={css.path}>{file}</p>
            <ul className={css.lines}>
              {problems.map(({ severity, line, code, message }) => (
                <li key={`${line} ${code} ${message}`} data-severity={severity}>
                  <span className={css.mark} data-severity={severity}>
                    {severity} <span>line {line}</span>
                  </span>
                  <span>{message}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {!showsAll && files.length > initialFiles && (
        <Button size="sm" onClick={() => setShowsAll(true)}>
          Show all {files.length} files
        </Button>
      )}
    </section>
  );
}

function byFile(diagnostics: readonly Diagnostic[]): [string, Diagnostic[]][] {
  const files = new Map<string, Diagnostic[]>();
  const isError = ({ severity }: Diagnostic) => severity === 'error';
  for (const one of [...diagnostics.filter(isError), ...diagnostics.filter((one) => !isError(one))])
    files.set(one.file, [...(files.get(one.file) ?? []), one]);
  return [...files];
}

/** Preview of an import: its changes, its errors and warnings, and the button that applies it. */
export function ImportPreview({ preview, onAgain, onDone }: Props) {
  const api = useApi();
  const client = useQueryClient();
  const [overwrite, setOverwrite] = useState<ReadonlySet<string>>(new Set());
  const { mutate, error, isPending } = useMutation({
    meta: { suppress: [400, 404, 409] },
    mutationFn: () =>
      api('POST /api/admin/import/:id/apply', { params: { id: preview.id }, body: { overwrite: [...overwrite] } }),
    onSuccess: (done) => {
      // The import can change every cached answer about courses and maps.
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== importPreviewQuery('').queryKey[0],
      });
      onDone(done);
    },
  });
  const errors = preview.diagnostics.filter(({ severity }) => severity === 'error').length;
  const kept = preview.files.filter((file) => file.kept);
  const isUnchanged = preview.valid && preview.changes.length === 0 && preview.files.length === 0;
  return (
    <section className={admin.section} aria-labelledby="preview">
      <h2
        id="preview"
        className={css.title}
        tabIndex={-1}
        // The form that had the focus is gone.
        ref={(heading) => heading?.focus()}
      >
        {preview.valid ? (isUnchanged ? 'No changes' : 'Preview of changes') : 'This zip cannot be imported yet'}
      </h2>
      <p className={css.facts}>
        <span>{preview.name}</span>
        <span>{formatNames[preview.format]}</span>
        <span>{plural(preview.total, 'file')}</span>
      </p>
      {!preview.valid && (
        <Callout kind="danger" title={`${plural(errors, 'error')} to fix`}>
          <p>Fix the files, zip them again and choose the new zip. Nothing was changed.</p>
        </Callout>
      )}
      {isUnchanged && (
        <Callout kind="tip">
          <p>All {number(preview.total)} files are already imported.</p>
        </Callout>
      )}
      {preview.valid && !isUnchanged && <ChangeCounts counts={preview.counts} />}
      <ChangeList changes={preview.changes} />
      <KeptFiles files={kept} overwrite={overwrite} onOverwrite={setOverwrite} />
      <Diagnostics diagnostics={preview.diagnostics} />
      <ChangedFiles files={preview.files.filter((file) => !file.kept)} more={preview.more_files} />
      {error && (
        <Callout kind="danger" role="alert">
          <p>{messageOf(error)}</p>
          {isApiError(error, 'conflict') && <p>Choose the zip again to preview the current changes.</p>}
        </Callout>
      )}
      <div className={cx(admin.actions, css.stay)}>
        {preview.valid && !isUnchanged && (
          <Button variant="primary" busy={isPending} onClick={() => mutate()}>
            Import
          </Button>
        )}
        <Button onClick={onAgain}>Choose another zip</Button>
      </div>
    </section>
  );
}
