import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import type { ApiInput } from '#lib/api.ts';
import { number } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { Page } from '#ui/page.tsx';
import { TextField } from '#ui/text-field.tsx';
import css from '../admin.module.css';
import { auditQuery } from '../admin-queries.ts';
import { fetchAllPages } from '../fetch-all-pages.ts';
import lines from '../lines.module.css';
import { ListFilter } from '../list-filter.tsx';
import { NoMatches } from '../no-matches.tsx';
import { PagedList } from '../paged-list.tsx';
import { auditCsv } from './audit-csv.ts';
import { AuditEntry } from './audit-entry.tsx';

export interface AuditSearch {
  actor?: string;
  action?: string;
  subject?: string;
  /** UTC days such as `2026-11-24`, both inclusive. */
  from?: string;
  until?: string;
}

const dayMs = 86_400_000;

/** Converts the inclusive days of the URL to the API's times, with an exclusive end. */
function toApiFilter({ from, until, ...rest }: AuditSearch) {
  return {
    ...rest,
    ...(from && { from: `${from}T00:00:00.000Z` }),
    ...(until && { until: new Date(Date.parse(until) + dayMs).toISOString() }),
  };
}

const tokenInput = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 100 } as const;

/** Prefixes of actions that the filter suggests. */
const actionPrefixes = {
  'account.': 'accounts',
  'announcement.': 'announcements',
  'content.': 'imports and exports',
  'features.': 'settings and the site message',
  'flag.': 'flags',
  'instance.': 'labs',
  'lesson.': 'lessons',
  'map.': 'maps',
  'note.': 'notes taken down',
  'payments.': 'reconciliations',
  'session.': 'log-ins',
  'subscription.': 'subscriptions',
  'tier.': 'granted tiers',
  'training.': 'courses',
  'view.': 'view as another user',
  'voucher.': 'vouchers',
};

/** Page of the audit log, which is append-only. */
export function AuditPage({ search }: { search: AuditSearch }) {
  const navigate = useNavigate();
  const [actors, actions] = [useId(), useId()];
  const filter = toApiFilter(search);
  return (
    <Page
      label="Admin"
      title="Audit log"
      lead="Every recorded action, newest first. Entries cannot be edited. Entries of a deleted account stay without its name."
      action={<AuditExport filter={filter} />}
    >
      <ListFilter
        label="Audit log"
        values={search}
        onFilter={(values) => void navigate({ to: '/admin/audit', search: values })}
      >
        <TextField
          label="Actor"
          name="actor"
          placeholder="username, or - for the system"
          list={actors}
          {...tokenInput}
        />
        <datalist id={actors}>
          <option value="-">the system</option>
        </datalist>
        <TextField label="Action" name="action" placeholder="tier.granted" list={actions} {...tokenInput} />
        <datalist id={actions}>
          {Object.entries(actionPrefixes).map(([prefix, label]) => (
            <option key={prefix} value={prefix}>
              {label}
            </option>
          ))}
        </datalist>
        <TextField label="Subject" name="subject" placeholder="user:7" {...tokenInput} />
        <TextField label="From (UTC)" name="from" type="date" />
        <TextField label="Until (UTC)" name="until" type="date" />
      </ListFilter>
      <PagedList
        key={JSON.stringify(search)}
        what="The log"
        query={(cursor) => auditQuery({ ...filter, ...(cursor && { cursor }) })}
        isEmpty={({ events }) => events.length === 0}
        empty={
          <NoMatches icon="list" title="No matching entries" all="/admin/audit">
            Actor and subject must match exactly. Action matches from its start: “tier.” finds “tier.granted”.
          </NoMatches>
        }
      >
        {({ events }) => (
          <ul className={lines.list}>
            {events.map((event) => (
              <AuditEntry key={event.pk} event={event} />
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  );
}

interface AuditExportProps {
  filter: Omit<NonNullable<ApiInput<'GET /api/admin/audit'>['query']>, 'cursor' | 'limit'>;
}

/** Buttons that download the filtered audit log as CSV or JSON. */
function AuditExport({ filter }: AuditExportProps) {
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
