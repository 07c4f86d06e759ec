import type { ImportDone, ImportTrial } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { number, plural } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { cx } from '#ui/cx.ts';
import admin from '../admin.module.css';
import { ChangeCounts, ChangeList } from './changes.tsx';
import { Diagnostics } from './diagnostics.tsx';
import { ChangedFiles, KeptFiles } from './files.tsx';
import css from './import.module.css';
import { trialQuery } from './queries.ts';

const formatNames = { bundle: 'Our own bundle', ctfcli: 'ctfcli', dojo: 'Dojo' } as const;

interface Props {
  trial: ImportTrial;
  onAgain: () => void;
  onDone: (done: ImportDone) => void;
}

/** What an import would change, what is wrong with it, and the button that carries it out. */
export function TrialReport({ trial, onAgain, onDone }: Props) {
  const api = useApi();
  const client = useQueryClient();
  const [overwrite, setOverwrite] = useState<ReadonlySet<string>>(new Set());
  const { mutate, error, isPending } = useMutation({
    meta: { suppress: [400, 404, 409] },
    mutationFn: () =>
      api('POST /api/admin/import/:id/apply', { params: { id: trial.id }, body: { overwrite: [...overwrite] } }),
    onSuccess: (done) => {
      // Courses and maps answer differently now, wherever they are shown.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== trialQuery('').queryKey[0] });
      onDone(done);
    },
  });
  const errors = trial.diagnostics.filter(({ severity }) => severity === 'error').length;
  const kept = trial.files.filter((file) => file.kept);
  const isIdle = trial.valid && trial.changes.length === 0 && trial.files.length === 0;
  return (
    <section className={admin.section} aria-labelledby="trial">
      <h2
        id="trial"
        className={css.title}
        tabIndex={-1}
        // Reading goes on from here: the form that was sent is gone.
        ref={(heading) => heading?.focus()}
      >
        {trial.valid ? (isIdle ? 'Nothing would change' : 'What would change') : 'It cannot be imported yet'}
      </h2>
      <p className={css.facts}>
        <span>{trial.name}</span>
        <span>{formatNames[trial.format]}</span>
        <span>{plural(trial.total, 'file')}</span>
      </p>
      {!trial.valid && (
        <Callout kind="danger" title={`${plural(errors, 'error')} to mend`}>
          <p>Mend them in the files, pack them again and choose the new zip. Nothing was changed.</p>
        </Callout>
      )}
      {isIdle && (
        <Callout kind="tip">
          <p>All {number(trial.total)} files are here already.</p>
        </Callout>
      )}
      {trial.valid && !isIdle && <ChangeCounts counts={trial.counts} />}
      <ChangeList changes={trial.changes} />
      <KeptFiles files={kept} overwrite={overwrite} onOverwrite={setOverwrite} />
      <Diagnostics diagnostics={trial.diagnostics} />
      <ChangedFiles files={trial.files.filter((file) => !file.kept)} more={trial.more_files} />
      {error && (
        <Callout kind="danger" role="alert">
          <p>{messageOf(error)}</p>
          {isApiError(error, 'conflict') && <p>Choose the zip again to see what would change now.</p>}
        </Callout>
      )}
      <div className={cx(admin.actions, css.stay)}>
        {trial.valid && !isIdle && (
          <Button variant="primary" busy={isPending} onClick={() => mutate()}>
            Import
          </Button>
        )}
        <Button onClick={onAgain}>Choose another zip</Button>
      </div>
    </section>
  );
}
