import type { ImportOutcome } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { saveBytes } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import admin from '../admin.module.css';
import { importPreviewQuery } from '../admin-queries.ts';
import css from './import.module.css';
import { ChangeCounts, ChangeList } from './import-changes.tsx';
import { ImportForm } from './import-form.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportedCourses } from './imported-courses.tsx';

/** Imports zips of courses after a preview, and exports all content as one zip. */
export function AdminImportPage({ id }: { id: string | undefined }) {
  const [done, setDone] = useState<ImportOutcome>();
  const navigate = useNavigate();
  const goTo = (id: string | undefined) => navigate({ to: '/admin/import', search: id ? { id } : {} });
  return (
    <Page
      label="Admin"
      title="Import and export"
      lead="Import Hexpedition bundles, ctfcli challenges and dojos. You preview all changes before anything is imported."
      action={<ExportButton />}
    >
      {done ? (
        <ImportResult done={done} onAgain={() => setDone(undefined)} />
      ) : id ? (
        <LoadedPreview
          id={id}
          onAgain={() => void goTo(undefined)}
          onDone={(result) => {
            setDone(result);
            void goTo(undefined);
          }}
        />
      ) : (
        <ImportForm onPreview={(preview) => void goTo(preview)} />
      )}
    </Page>
  );
}

function ExportButton() {
  const api = useApi();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api('GET /api/admin/export'),
    onSuccess: (zip) => saveBytes(`hexpedition-${new Date().toISOString().slice(0, 10)}.zip`, zip),
  });
  return (
    <div className={css.export}>
      <Button icon="download" busy={isPending} onClick={() => mutate()}>
        Export everything
      </Button>
      <p className={css.quiet} role={error ? 'alert' : undefined}>
        {error ? messageOf(error) : 'The zip contains the answers of all flags.'}
      </p>
    </div>
  );
}

interface LoadedPreviewProps {
  id: string;
  onAgain: () => void;
  onDone: (done: ImportOutcome) => void;
}

function LoadedPreview({ id, onAgain, onDone }: LoadedPreviewProps) {
  const { data, error } = usePersonalQuery(importPreviewQuery(id));
  if (data) return <ImportPreview preview={data} onAgain={onAgain} onDone={onDone} />;
  if (!error) return <Skeleton shape="block" lines={4} />;
  const action = <Button onClick={onAgain}>Choose a zip</Button>;
  return (
    <Callout kind="danger" role="alert" title="Import preview not found" action={action} className={admin.section}>
      <p>{messageOf(error)} A preview is kept for a day, or until you preview another zip.</p>
    </Callout>
  );
}

function ImportResult({ done, onAgain }: { done: ImportOutcome; onAgain: () => void }) {
  return (
    <section className={admin.section} aria-labelledby="done">
      <h2
        id="done"
        className={css.title}
        tabIndex={-1}
        // The button that had the focus is gone.
        ref={(heading) => heading?.focus()}
      >
        {done.changes.length > 0 ? 'Imported' : 'No changes'}
      </h2>
      <ChangeCounts counts={done.counts} />
      <ChangeList changes={done.changes} />
      <ImportedCourses courses={done.courses} />
      <div className={admin.actions}>
        <LinkButton to="/" variant="primary" icon="map">
          Open the map
        </LinkButton>
        <Button onClick={onAgain}>Import another zip</Button>
      </div>
    </section>
  );
}
