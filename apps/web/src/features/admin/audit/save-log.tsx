import { useMutation } from '@tanstack/react-query';
import type { ApiInput } from '#lib/api.ts';
import { number } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import css from '../admin.module.css';
import { allPages } from '../all-pages.ts';
import { csvOf } from './log-file.ts';

interface Props {
  filter: Omit<NonNullable<ApiInput<'GET /api/admin/audit'>['query']>, 'cursor' | 'limit'>;
}

/** Saves the entries that are wanted as a file. */
export function SaveLog({ filter }: Props) {
  const api = useApi();
  const save = useMutation({
    mutationFn: async (kind: 'csv' | 'json') => {
      const { entries: events, isMore } = await allPages(async (cursor) => {
        const page = await api('GET /api/admin/audit', { query: { ...filter, limit: 200, ...cursor } });
        return { entries: page.events, next_cursor: page.next_cursor };
      });
      if (kind === 'csv') saveFile('audit-log.csv', 'text/csv', csvOf(events));
      else saveFile('audit-log.json', 'application/json', JSON.stringify(events, null, 2));
      const words = `${number(events.length)} entries saved.`;
      return isMore ? `${words} There are more: choose a shorter time for the rest.` : words;
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
