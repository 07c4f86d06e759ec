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
import { ImportDiagnostics } from './import-diagnostics.tsx';
import { ChangedFiles, KeptFiles } from './import-files.tsx';

const formatNames = { bundle: 'Hexpedition bundle', ctfcli: 'ctfcli', dojo: 'Dojo' } as const;

interface Props {
  preview: ImportDryRun;
  onAgain: () => void;
  onDone: (done: ImportOutcome) => void;
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
      <ImportDiagnostics diagnostics={preview.diagnostics} />
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
