import type { AuditEvent } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { ExpandableRow } from '../expandable-row.tsx';
import { auditChangesOf } from './audit-changes.ts';
import css from './audit-entry.module.css';
import { formatAuditTime } from './audit-time.ts';

/** One entry of the audit log. Expanded, it shows the values before and after. */
export function AuditEntry({ event }: { event: AuditEvent }) {
  const { at, actor, action, subject, person } = event;
  return (
    <ExpandableRow
      className={css.line}
      summary={
        <>
          <span className={css.action}>{action}</span>
          <span className={css.who}>
            {actor ?? 'system'}
            {subject && ` → ${person ?? subject}`}
          </span>
          <time dateTime={at}>{formatAuditTime(at)} UTC</time>
        </>
      }
    >
      <p className={css.links}>
        {actor && (
          <Link to="/admin/users/$username" params={{ username: actor }}>
            {actor}
          </Link>
        )}
        {person && person !== actor && (
          <Link to="/admin/users/$username" params={{ username: person }}>
            {person}
          </Link>
        )}
        {subject && (
          <Link to="/admin/audit" search={{ subject }}>
            All entries for {subject}
          </Link>
        )}
        <Link to="/admin/audit" search={{ action }}>
          All {action} entries
        </Link>
      </p>
      <Changes event={event} />
    </ExpandableRow>
  );
}

function Changes({ event }: { event: AuditEvent }) {
  const { changes, rest } = auditChangesOf(event.data);
  if (changes.length === 0 && rest.length === 0) return <p className={css.who}>No details were recorded.</p>;
  return (
    <>
      {changes.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long values make the section scroll, so the keyboard must reach it
        <section className={css.scroll} aria-label="Before and after" tabIndex={0}>
          <table className={css.difference}>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, before, after }) => (
                <tr key={field} data-changed={before !== after || undefined}>
                  <th scope="row">{field}</th>
                  <td className={css.before}>{before}</td>
                  <td className={css.after}>{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {rest.length > 0 && (
        <dl className={css.rest}>
          {rest.map(({ field, value }) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
