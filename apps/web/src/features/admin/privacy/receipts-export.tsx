import type { ConsentReceipts } from '@hexpedition/contract';
import type { ConsentType } from '@hexpedition/contract/privacy-vocabulary';
import { useMutation } from '@tanstack/react-query';
import { plural } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import admin from '../admin.module.css';
import { toCsv } from '../charts/table-csv.ts';
import { fetchAllPages } from '../fetch-all-pages.ts';

/** Button that downloads the filtered receipts as CSV. */
export function ReceiptsExport({ filter }: { filter: { type?: ConsentType } }) {
  const api = useApi();
  const save = useMutation({
    mutationFn: async () => {
      const { entries, isMore } = await fetchAllPages(async (cursor) => {
        const page = await api('GET /api/admin/privacy/records', { query: { ...filter, limit: 100, ...cursor } });
        return { entries: page.records, next_cursor: page.next_cursor };
      });
      saveFile('consent-records.csv', 'text/csv', receiptsCsv(entries));
      const message = `Saved ${plural(entries.length, 'receipt')}.`;
      return isMore ? `${message} There are more: filter by action to export the rest.` : message;
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

const receiptsCsv = (records: ConsentReceipts['records']): string =>
  toCsv({
    columns: ['record', 'at', 'type', 'version', 'consents', 'changes', 'page', 'client'],
    rows: records.map(({ pk, at, type, version, consents, changes, pathname, client }) => [
      ...[pk, at, type, version, JSON.stringify(consents)],
      ...[changes && JSON.stringify(changes), pathname, client],
    ]),
  });
