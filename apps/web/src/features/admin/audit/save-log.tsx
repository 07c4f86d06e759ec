import type { AuditEvent } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import type { ApiInput } from '#lib/api.ts';
import { number } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import css from '../admin.module.css';
import { csvOf } from './log-file.ts';

/** So many entries a file holds: what a browser can carry, and a narrower range has the rest. */
const mostEvents = 20_000;

interface Props {
  filter: Omit<NonNullable<ApiInput<'GET /api/admin/audit'>['query']>, 'cursor' | 'limit'>;
}

/** Saves the entries that are wanted as a file. */
export function SaveLog({ filter }: Props) {
  const api = useApi();
  const save = useMutation({
    mutationFn: async (kind: 'csv' | 'json') => {
      const events: AuditEvent[] = [];
      let cursor: string | null | undefined;
      do {
        const query = { ...filter, limit: 200, ...(cursor && { cursor }) };
        const page = await api('GET /api/admin/audit', { query });
        events.push(...page.events);
        cursor = page.next_cursor;
      } while (cursor && events.length < mostEvents);
      if (kind === 'csv') saveFile('audit-log.csv', 'text/csv', csvOf(events));
      else saveFile('audit-log.json', 'application/json', JSON.stringify(events, null, 2));
      const words = `${number(events.length)} entries saved.`;
      return cursor ? `${words} There are more: choose a shorter time for the rest.` : words;
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
