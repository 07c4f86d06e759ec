import type { ImportDone } from '@hexpedition/contract';
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
import { BundleForm } from './bundle-form.tsx';
import { ChangeCounts, ChangeList } from './changes.tsx';
import css from './import.module.css';
import { trialQuery } from './queries.ts';
import { TrialReport } from './trial-report.tsx';

/** Brings zips of courses in, each tried before it is carried out, and gives everything out as one. */
export function AdminImportPage({ id }: { id: string | undefined }) {
  const [done, setDone] = useState<ImportDone>();
  const navigate = useNavigate();
  const goTo = (id: string | undefined) => navigate({ to: '/admin/import', search: id ? { id } : {} });
  return (
    <Page
      label="Admin"
      title="Import and export"
      lead="Our own bundles, challenges of ctfcli, and dojos. You see what would change before anything does."
      action={<ExportButton />}
    >
      {done ? (
        <Done done={done} onAgain={() => setDone(undefined)} />
      ) : id ? (
        <Tried
          id={id}
          onAgain={() => void goTo(undefined)}
          onDone={(result) => {
            setDone(result);
            void goTo(undefined);
          }}
        />
      ) : (
        <BundleForm onTried={(trial) => void goTo(trial)} />
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
        {error ? messageOf(error) : 'A zip with the answers of all flags in it.'}
      </p>
    </div>
  );
}

interface TriedProps {
  id: string;
  onAgain: () => void;
  onDone: (done: ImportDone) => void;
}

function Tried({ id, onAgain, onDone }: TriedProps) {
  const { data, error } = usePersonalQuery(trialQuery(id));
  if (data) return <TrialReport trial={data} onAgain={onAgain} onDone={onDone} />;
  if (!error) return <Skeleton shape="block" lines={4} />;
  const action = <Button onClick={onAgain}>Choose a zip</Button>;
  return (
    <Callout kind="danger" role="alert" title="This import is not there" action={action} className={admin.section}>
      <p>{messageOf(error)} What was tried is kept for a day, or until you try something else.</p>
    </Callout>
  );
}

function Done({ done, onAgain }: { done: ImportDone; onAgain: () => void }) {
  return (
    <section className={admin.section} aria-labelledby="done">
      <h2
        id="done"
        className={css.title}
        tabIndex={-1}
        // Reading goes on from here: what was pressed is gone.
        ref={(heading) => heading?.focus()}
      >
        {done.changes.length > 0 ? 'Imported' : 'Nothing has changed'}
      </h2>
      <ChangeCounts counts={done.counts} />
      <ChangeList changes={done.changes} />
      <div className={admin.actions}>
        <LinkButton to="/" variant="primary" icon="map">
          Look at the map
        </LinkButton>
        <Button onClick={onAgain}>Import another zip</Button>
      </div>
    </section>
  );
}
