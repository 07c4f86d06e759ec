import type { AuditEvent } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import lines from '../lines.module.css';
import css from './audit-line.module.css';
import { differenceOf } from './difference.ts';
import { timeText } from './time.ts';

/** An entry of the log; open, it shows what was before and after. */
export function AuditLine({ event }: { event: AuditEvent }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { at, actor, action, subject, person } = event;
  return (
    <li className={lines.item} data-open={isOpen || undefined}>
      <button
        type="button"
        className={cx(lines.line, css.line)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={css.action}>{action}</span>
        <span className={css.who}>
          {actor ?? 'the platform'}
          {subject && ` → ${person ?? subject}`}
        </span>
        <time dateTime={at}>{timeText(at)} UTC</time>
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={18} />
      </button>
      {isOpen && (
        <div id={id} className={lines.open}>
          <p className={css.links}>
            {actor && (
              <Link to="/admin/people/$username" params={{ username: actor }}>
                {actor}
              </Link>
            )}
            {person && person !== actor && (
              <Link to="/admin/people/$username" params={{ username: person }}>
                {person}
              </Link>
            )}
            {subject && (
              <Link to="/admin/audit" search={{ subject }}>
                All of {subject}
              </Link>
            )}
            <Link to="/admin/audit" search={{ action }}>
              All of {action}
            </Link>
          </p>
          <Difference event={event} />
        </div>
      )}
    </li>
  );
}

function Difference({ event }: { event: AuditEvent }) {
  const { changes, rest } = differenceOf(event.data);
  if (changes.length === 0 && rest.length === 0) return <p className={css.who}>Nothing more was recorded.</p>;
  return (
    <>
      {changes.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls when values are long, so it can be reached by keyboard
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
