import { useMutation } from '@tanstack/react-query';
import type { ApiInput } from '#lib/api.ts';
import { number } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import css from '../admin.module.css';
import { fetchAllPages } from '../fetch-all-pages.ts';
import { auditCsv } from './audit-csv.ts';

interface Props {
  filter: Omit<NonNullable<ApiInput<'GET /api/admin/audit'>['query']>, 'cursor' | 'limit'>;
}

/** Buttons that download the filtered audit log as CSV or JSON. */
export function AuditExport({ filter }: Props) {
  const api = useApi();
  const save = useMutation({
    mutationFn: async (kind: 'csv' | 'json') => {
      const { entries: events, isMore } = await fetchAllPages(async (cursor) => {
        const page = await api('GET /api/admin/audit', { query: { ...filter, limit: 200, ...cursor } });
        return { entries: page.events, next_cursor: page.next_cursor };
      });
      if (kind === 'csv') saveFile('audit-log.csv', 'text/csv', auditCsv(events));
      else saveFile('audit-log.json', 'application/json', JSON.stringify(events, null, 2));
      const message = `Saved ${number(events.length)} entries.`;
      return isMore ? `${message} There are more: choose a shorter period to export the rest.` : message;
    },
  });
  return (
    <div className={css.actions}>
      <Button icon="download" busy={save.isPending} onClick={() => save.mutate('csv')}>
        CSV
      </Button>
      <Button icon="download" busy={save.isPending} onClick={() => save.mutate('json')}>
        JSON
      </Button>
      <FormStatus error={save.error} done={save.isSuccess && save.data} />
    </div>
  );
}
