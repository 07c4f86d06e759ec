import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import { TextField } from '#ui/text-field.tsx';
import { Filter } from '../filter.tsx';
import lines from '../lines.module.css';
import { Paged } from '../paged.tsx';
import { auditQuery } from '../queries.ts';
import { AuditLine } from './audit-line.tsx';
import { SaveLog } from './save-log.tsx';

export interface AuditSearch {
  actor?: string;
  action?: string;
  subject?: string;
  /** Days, such as `2026-11-24`, of UTC; both count. */
  from?: string;
  until?: string;
}

const dayMs = 86_400_000;

/** As the API asks for it: times, the end not included. */
function filterOf({ from, until, ...rest }: AuditSearch) {
  return {
    ...rest,
    ...(from && { from: `${from}T00:00:00.000Z` }),
    ...(until && { until: new Date(Date.parse(until) + dayMs).toISOString() }),
  };
}

const word = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 100 } as const;

/** Who did what: nobody can change what stands here. */
export function AuditPage({ search }: { search: AuditSearch }) {
  const navigate = useNavigate();
  const filter = filterOf(search);
  return (
    <Page
      label="Admin"
      title="Audit log"
      lead="Who did what, the newest first. Entries are never changed; a deleted account leaves them without its name."
      action={<SaveLog filter={filter} />}
    >
      <Filter label="Audit log" onFilter={(values) => void navigate({ to: '/admin/audit', search: values })}>
        <TextField
          label="Who"
          name="actor"
          hint="A username; - for the platform."
          defaultValue={search.actor}
          {...word}
        />
        <TextField
          label="What"
          name="action"
          hint="Such as voucher. or tier.granted"
          defaultValue={search.action}
          {...word}
        />
        <TextField label="To what" name="subject" hint="Such as user:7" defaultValue={search.subject} {...word} />
        <TextField label="From" name="from" type="date" hint="In UTC." defaultValue={search.from} />
        <TextField label="Until" name="until" type="date" hint="With this day." defaultValue={search.until} />
      </Filter>
      <Paged
        key={JSON.stringify(search)}
        what="The log"
        query={(cursor) => auditQuery({ ...filter, ...(cursor && { cursor }) })}
        isEmpty={({ events }) => events.length === 0}
        empty={
          <EmptyState icon="list" title="No entry fits">
            <p>Leave a field empty to see more.</p>
          </EmptyState>
        }
      >
        {({ events }) => (
          <ul className={lines.list}>
            {events.map((event) => (
              <AuditLine key={event.pk} event={event} />
            ))}
          </ul>
        )}
      </Paged>
    </Page>
  );
}
