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
import { BatchForm } from './batch-form.tsx';
import { BatchList } from './batch-list.tsx';
import css from './batches.module.css';
import { NewCodes } from './new-codes.tsx';
import { batchesQuery } from './queries.ts';

/** Makes batches of vouchers, shows their codes once, and lists what became of them. */
export function AdminVouchersPage() {
  const [made, setMade] = useState<NewBatch>();
  const { data, error, refetch } = usePersonalQuery(batchesQuery());
  return (
    <Page label="Admin" title="Vouchers" lead="Codes that open a tier for some months, for one person or for a class.">
      {made ? <NewCodes made={made} onDone={() => setMade(undefined)} /> : <BatchForm onMade={setMade} />}
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
            <p>The first batch that you make appears here.</p>
          </EmptyState>
        )}
        {data && data.batches.length > 0 && <BatchList page={data} />}
      </section>
    </Page>
  );
}
