import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { Page } from '#ui/page.tsx';
import { TextField } from '#ui/text-field.tsx';
import { Filter } from '../filter.tsx';
import lines from '../lines.module.css';
import { NothingFits } from '../nothing-fits.tsx';
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

/** With what entries begin, as the field offers them. */
const kinds = {
  'account.': 'accounts',
  'announcement.': 'mails to many',
  'content.': 'imports and exports',
  'features.': 'settings and the message',
  'flag.': 'flags',
  'instance.': 'labs',
  'lesson.': 'lessons',
  'map.': 'maps',
  'note.': 'notes that were taken down',
  'payments.': 'reconciliations',
  'session.': 'log-ins',
  'subscription.': 'subscriptions',
  'tier.': 'tiers that were given',
  'training.': 'courses',
  'view.': 'looking as somebody',
  'voucher.': 'vouchers',
};

/** Who did what: nobody can change what stands here. */
export function AuditPage({ search }: { search: AuditSearch }) {
  const navigate = useNavigate();
  const [actors, actions] = [useId(), useId()];
  const filter = filterOf(search);
  return (
    <Page
      label="Admin"
      title="Audit log"
      lead="Who did what, the newest first. Entries are never changed; a deleted account leaves them without its name."
      action={<SaveLog filter={filter} />}
    >
      <Filter
        label="Audit log"
        values={search}
        onFilter={(values) => void navigate({ to: '/admin/audit', search: values })}
      >
        <TextField label="Who" name="actor" placeholder="name, or -" list={actors} {...word} />
        <datalist id={actors}>
          <option value="-">the platform itself</option>
        </datalist>
        <TextField label="What" name="action" placeholder="tier.granted" list={actions} {...word} />
        <datalist id={actions}>
          {Object.entries(kinds).map(([kind, words]) => (
            <option key={kind} value={kind}>
              {words}
            </option>
          ))}
        </datalist>
        <TextField label="To what" name="subject" placeholder="user:7" {...word} />
        <TextField label="From (UTC)" name="from" type="date" />
        <TextField label="To the end of" name="until" type="date" />
      </Filter>
      <Paged
        key={JSON.stringify(search)}
        what="The log"
        query={(cursor) => auditQuery({ ...filter, ...(cursor && { cursor }) })}
        isEmpty={({ events }) => events.length === 0}
        empty={
          <NothingFits icon="list" title="No entry fits" all="/admin/audit">
            Usernames and what something was done to count as a whole; what was done counts from its beginning.
          </NothingFits>
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
