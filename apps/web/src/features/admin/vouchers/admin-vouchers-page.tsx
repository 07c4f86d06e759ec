import type { NewBatch } from '@hexpedition/contract';
import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import admin from '../admin.module.css';
import { batchesQuery } from '../admin-queries.ts';
import { BatchForm } from './batch-form.tsx';
import { BatchList } from './batch-list.tsx';
import css from './batches.module.css';
import { NewCodes } from './new-codes.tsx';

/** Creates batches of vouchers, shows their codes once, and lists the batches. */
export function AdminVouchersPage() {
  const [created, setCreated] = useState<NewBatch>();
  const { data, error, refetch } = usePersonalQuery(batchesQuery());
  return (
    <Page
      label="Admin"
      title="Vouchers"
      lead="Codes that unlock a tier for some months, for one person or for a class."
    >
      {created ? (
        <NewCodes created={created} onDone={() => setCreated(undefined)} />
      ) : (
        <BatchForm onCreated={setCreated} />
      )}
      <section className={admin.section} aria-labelledby="batches">
        <h2 id="batches" className={css.title}>
          Batches
        </h2>
        {error && !data && (
          <Callout kind="danger" role="alert" action={<Button onClick={() => refetch()}>Try again</Button>}>
            <p>{messageOf(error)}</p>
          </Callout>
        )}
        {!data && !error && <Skeleton shape="block" lines={3} />}
        {data?.batches.length === 0 && (
          <EmptyState icon="key" title="No vouchers yet">
            <p>Batches that you create appear here.</p>
          </EmptyState>
        )}
        {data && data.batches.length > 0 && <BatchList page={data} />}
      </section>
    </Page>
  );
}
