import type { AdminStatus, FailedJob } from '@hexpedition/contract';
import { useRef } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { dateFormat, plural, when } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { useShortcut } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Icon } from '#ui/icon.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import admin from '../admin.module.css';
import { statusQuery } from '../admin-queries.ts';
import css from './status-page.module.css';
import {
  type RowState,
  type StatusRow,
  type StatusSection,
  statusSections,
  statusText,
  worstRow,
} from './status-rows.ts';

const refreshMs = 30_000;
const clock = dateFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** State of nodes, jobs, caches, database, disk and backups, for the operator. */
export function StatusPage() {
  const { data, error, isFetching, refetch } = usePersonalQuery({
    ...statusQuery,
    staleTime: 0,
    refetchInterval: refreshMs,
  });
  const sections = data ? statusSections(data) : [];
  const copyButton = useRef<HTMLButtonElement>(null);
  useShortcut('r', 'Check the status again', () => void refetch());
  useShortcut('c', 'Copy the status as text', () => copyButton.current?.click());
  return (
    <Page
      label="Admin"
      title="Status"
      lead="The platform’s servers, data and work."
      dense
      action={
        <div className={css.actions}>
          {data && <span className={admin.facts}>Read at {clock(data.at)}, every 30 s</span>}
          <Button size="sm" icon="refresh" busy={isFetching} onClick={() => void refetch()}>
            Check again
          </Button>
          {data && (
            <CopyButton ref={copyButton} text={statusText(sections, data.at)}>
              Copy as text
            </CopyButton>
          )}
        </div>
      }
    >
      {error && !data && <LoadError what="The status" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" lines={6} />}
      {data && <Loaded status={data} sections={sections} error={error} />}
    </Page>
  );
}

/** @param error why the newest values could not be read */
function Loaded(props: { status: AdminStatus; sections: StatusSection[]; error: Error | null }) {
  const { status, sections, error } = props;
  return (
    <>
      {error && (
        <Callout kind="danger" role="status" title="The status cannot be read">
          <p>{messageOf(error)} These are the last values. The page reads them again every 30 s.</p>
        </Callout>
      )}
      <Summary sections={sections} />
      {sections.map(({ title, rows }) => (
        <section key={title} className={css.section} aria-labelledby={idOf(title)}>
          <h2 id={idOf(title)} className={css.title}>
            {title}
          </h2>
          <ul>
            {rows.map((row) => (
              <Row key={row.part} {...row} />
            ))}
          </ul>
        </section>
      ))}
      {status.jobs.failures.length > 0 && <Failures failures={status.jobs.failures} />}
      <p className={css.legend}>
        {(['ok', 'warning', 'problem'] as const).map((state) => (
          <span key={state}>
            <StateIcon state={state} isNamed={false} /> {stateNames[state]}
          </span>
        ))}
        <span className={css.other}>
          For your monitoring: <code>/metrics</code>
        </span>
      </p>
    </>
  );
}

function Summary({ sections }: { sections: StatusSection[] }) {
  const worst = worstRow(sections);
  if (!worst) return <Callout kind="tip" role="status" title="Everything is fine" />;
  const count = sections.flatMap(({ rows }) => rows).filter(({ state }) => state !== 'ok').length;
  return (
    <Callout
      kind={worst.state === 'problem' ? 'danger' : 'warning'}
      role="status"
      title={
        count === 1 ? `Needs attention: ${worst.part}` : `${plural(count, 'part')} need attention, first: ${worst.part}`
      }
    >
      <p>
        {sentence(worst.now)} {sentence(worst.advice)}
      </p>
    </Callout>
  );
}

const Row = ({ part, state, now, meter, advice }: StatusRow) => (
  <li className={css.row} data-state={state}>
    <StateIcon state={state} isNamed />
    <span className={css.part}>{part}</span>
    <span className={css.now}>{now}</span>
    <span className={css.meter}>{meter && <Meter {...meter} />}</span>
    <span className={css.advice}>{advice}</span>
  </li>
);

/** Bar as SVG, because its width must be an attribute: the CSP forbids `style`. The text beside it says the same. */
const Meter = ({ value, max, text }: NonNullable<StatusRow['meter']>) => (
  <>
    <svg className={css.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect className={css.fill} width={max > 0 ? Math.round((Math.min(value, max) / max) * 100) : 0} height="8" />
    </svg>
    <span>{text}</span>
  </>
);

const stateNames: Record<RowState, string> = { ok: 'fine', warning: 'soon a problem', problem: 'problem' };
const stateIcons = { ok: 'tick', warning: 'warning', problem: 'danger' } as const;

const StateIcon = ({ state, isNamed }: { state: RowState; isNamed: boolean }) => (
  <span className={css.state} data-state={state}>
    <Icon name={stateIcons[state]} size={16} {...(isNamed ? { label: stateNames[state] } : {})} />
  </span>
);

const Failures = ({ failures }: { failures: FailedJob[] }) => (
  <section className={css.section} aria-labelledby="failures">
    <h2 id="failures" className={css.title}>
      Newest failures of jobs
    </h2>
    <ul>
      {failures.map(({ id, queue, at, attempts, reason, is_retried }) => (
        <li key={id} className={css.failure}>
          <span className={css.part}>{queue}</span>
          <span className={css.now}>{reason ?? 'The reason was not stored.'}</span>
          <span className={css.advice}>
            <time dateTime={at}>{when(at)}</time>, {plural(attempts, 'attempt')},{' '}
            {is_retried ? 'is retried' : 'not retried'}
          </span>
        </li>
      ))}
    </ul>
  </section>
);

const idOf = (title: string) => title.toLowerCase().replace(/\W+/g, '-');
const sentence = (text: string) => {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
};
