import type { ConsentReceipts } from '@hexpedition/contract';
import type { ConsentType } from '@hexpedition/contract/privacy-vocabulary';
import { useMutation } from '@tanstack/react-query';
import { plural } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import admin from '../admin.module.css';
import { allPages } from '../all-pages.ts';
import { toCsv } from '../charts/csv.ts';

/** Saves the records that are wanted as a file. */
export function SaveRecords({ filter }: { filter: { type?: ConsentType } }) {
  const api = useApi();
  const save = useMutation({
    mutationFn: async () => {
      const { entries, isMore } = await allPages(async (cursor) => {
        const page = await api('GET /api/admin/privacy/records', { query: { ...filter, limit: 100, ...cursor } });
        return { entries: page.records, next_cursor: page.next_cursor };
      });
      saveFile('consent-records.csv', 'text/csv', recordsCsv(entries));
      const words = `${plural(entries.length, 'record')} saved.`;
      return isMore ? `${words} There are more: choose one kind for the rest.` : words;
    },
  });
  return (
    <div className={admin.actions}>
      <Button icon="download" busy={save.isPending} onClick={() => save.mutate()}>
        CSV
      </Button>
      <FormStatus error={save.error} done={save.isSuccess && save.data} />
    </div>
  );
}

const recordsCsv = (records: ConsentReceipts['records']): string =>
  toCsv({
    columns: ['record', 'at', 'type', 'version', 'consents', 'changes', 'page', 'client'],
    rows: records.map(({ pk, at, type, version, consents, changes, pathname, client }) => [
      ...[pk, at, type, version, JSON.stringify(consents)],
      ...[changes && JSON.stringify(changes), pathname, client],
    ]),
  });
