import type { AdminStatus, CacheStatus, StatusNode } from '@hexpedition/contract';
import { fileSize } from '#lib/file-size.ts';
import { number, plural, when } from '#lib/format.ts';

export type RowState = 'ok' | 'warning' | 'problem';

export interface StatusRow {
  part: string;
  state: RowState;
  /** Present values. */
  now: string;
  /** How much of something is used. */
  meter?: { value: number; max: number; text: string };
  /** Next step of the operator when it is not fine. */
  advice: string;
}

export interface StatusSection {
  title: string;
  rows: StatusRow[];
}

/** Shares of the disk that are used. */
const fullDisk = { warning: 0.85, problem: 0.95 };
const fullConnections = 0.8;
const slowStatementSeconds = 5;
/** After this time an outage needs no attention any more. */
const recentOutageMs = 86_400_000;
/** Days before the end of a certificate. Clients of Let's Encrypt renew it 30 days before its end. */
const certificateDays = { warning: 21, problem: 7 };
const lateJobMs = 5 * 60_000;

/** Returns what the status page shows, as rows with a state. */
export const statusSections = (status: AdminStatus): StatusSection[] => [
  { title: 'Platform', rows: [versionRow(status), ...certificateRows(status)] },
  { title: `Nodes ${status.nodes.length}`, rows: status.nodes.map(nodeRow) },
  {
    title: 'Data',
    rows: [databaseRow(status), statementRow(status.database), backupRow(status), diskRow(status)],
  },
  { title: 'Work', rows: [jobRow(status), mailRow(status)] },
  { title: 'Caches of this node', rows: status.caches.map(cacheRow) },
];

/** Returns the most urgent row; undefined if everything is fine. */
export function worstRow(sections: StatusSection[]): StatusRow | undefined {
  const rows = sections.flatMap((section) => section.rows);
  return rows.find(({ state }) => state === 'problem') ?? rows.find(({ state }) => state === 'warning');
}

/** Returns the page as text, to paste it into a message. */
export const statusText = (sections: StatusSection[], at: string): string =>
  [
    `Status at ${at}`,
    ...sections.flatMap(({ title, rows }) => [
      '',
      title,
      ...rows.map(({ part, state, now, meter }) =>
        [`${state === 'ok' ? ' ' : '!'} ${part}: ${now}`, meter && `(${meter.text})`].filter(Boolean).join(' '),
      ),
    ]),
  ].join('\n');

function versionRow({ version, nodes }: AdminStatus): StatusRow {
  const others = nodes.filter((node) => node.version !== version);
  return {
    part: 'Version',
    state: others.length > 0 ? 'warning' : 'ok',
    now:
      others.length > 0 ? `${version}, and ${others.map((node) => node.version).join(', ')} on other nodes` : version,
    advice: 'Different versions: finish the update of all nodes',
  };
}

/** One row for both names; none for a site without TLS. */
function certificateRows({ at, certificates }: AdminStatus): StatusRow[] {
  if (certificates.length === 0) return [];
  const all = certificates.map(({ host, ends_at, problem }) => {
    if (ends_at === null) return { state: 'ok' as const, now: `not checked for ${host}: ${problem} from this node` };
    const days = Math.floor((Date.parse(ends_at) - Date.parse(at)) / 86_400_000);
    const isEnding = days < certificateDays.warning;
    const state = problem || days < certificateDays.problem ? 'problem' : isEnding ? 'warning' : 'ok';
    return { state, now: problem ? `not valid for ${host}: ${problem}` : `${plural(days, 'day')} for ${host}` };
  });
  const states = all.map((one) => one.state);
  return [
    {
      part: 'Certificates',
      state: states.find((one) => one === 'problem') ?? states.find((one) => one === 'warning') ?? 'ok',
      now: all.map((one) => one.now).join(', '),
      advice: 'Under 21 days: check why the proxy does not renew it',
    },
  ];
}

function nodeRow(node: StatusNode): StatusRow {
  const { processes, labs, is_alive, draining } = node;
  const memory = fileSize(processes.reduce((sum, { rss }) => sum + rss, 0));
  const workers = processes.filter(({ role }) => role === 'worker').length;
  const served = workers > 0 ? plural(workers, 'worker') : '1 process';
  const facts = [
    `${served}, ${memory}`,
    `since ${when(node.started_at).replace(/^at /, '')}`,
    draining && 'is stopping',
    labs.queued > 0 && `${plural(labs.queued, 'learner waits', 'learners wait')} for a place`,
  ];
  return {
    part: node.is_this ? `${node.name} (this one)` : node.name,
    state: !is_alive ? 'problem' : draining || labs.queued > 0 ? 'warning' : 'ok',
    now: is_alive
      ? facts.filter(Boolean).join(', ')
      : `has not reported since ${when(node.seen_at).replace(/^at /, '')}`,
    meter: {
      ...{ value: labs.places_used, max: labs.places },
      text: `${number(labs.places_used)} of ${number(labs.places)} places for labs`,
    },
    advice: nodeAdvice(node),
  };
}

function nodeAdvice({ is_alive, draining }: StatusNode): string {
  if (!is_alive) return 'Silent: look at its log, then start it again';
  return draining ? 'Stopping: its labs end with it' : 'Full: learners wait. Add memory or a node';
}

function databaseRow({ at, database }: AdminStatus): StatusRow {
  const { kind, version, bytes, connections, max_connections, outages, last_outage } = database;
  const endedAt = last_outage?.ended_at ?? at;
  const hadOutage = last_outage !== null && Date.parse(at) - Date.parse(endedAt) < recentOutageMs;
  const isFull = connections >= max_connections * fullConnections;
  const trouble =
    last_outage &&
    `; ${plural(outages, 'outage')}, the last one ${when(last_outage.started_at)}: ${last_outage.reason}`;
  return {
    part: 'Database',
    state: isFull || hadOutage ? 'warning' : 'ok',
    now: `PostgreSQL ${version}, ${kind}, ${fileSize(bytes)}${trouble ?? ''}`,
    meter: { value: connections, max: max_connections, text: `${connections} of ${max_connections} connections` },
    advice: hadOutage
      ? 'Read the log of the database for the reason'
      : 'Past 80%: raise max_connections, or use fewer workers',
  };
}

function statementRow({ slowest }: AdminStatus['database']): StatusRow {
  return {
    part: 'Slowest statement',
    state: slowest && slowest.seconds >= slowStatementSeconds ? 'warning' : 'ok',
    now: slowest ? `${slowest.seconds.toFixed(1)} s: ${slowest.statement}` : 'none takes longer than a second',
    advice: 'Past 5 s: it is ended after 30 s. Report it',
  };
}

function backupRow({ backups }: AdminStatus): StatusRow {
  const row = { part: 'Backups', advice: 'Late or failed: run npm run doctor on the server' };
  if (!backups)
    return { ...row, state: 'warning', now: 'no schedule', advice: 'Set BACKUP_TO, BACKUP_AT and BACKUP_RECIPIENT' };
  const { last_good_at, last_good_bytes, next_at, is_late, problem } = backups;
  const size = last_good_bytes === null ? '' : `, ${fileSize(last_good_bytes)}`;
  const last = last_good_at ? `last ${when(last_good_at)}${size}` : 'none yet';
  return {
    ...row,
    state: is_late ? 'problem' : problem ? 'warning' : 'ok',
    now: `${last}; next ${when(next_at)}${problem ? `; the newest failed: ${problem}` : ''}`,
  };
}

function diskRow({ disk: { free, total } }: AdminStatus): StatusRow {
  const share = (total - free) / total;
  return {
    part: 'Disk',
    state: share >= fullDisk.problem ? 'problem' : share >= fullDisk.warning ? 'warning' : 'ok',
    now: `${fileSize(free)} of ${fileSize(total)} free, on this node`,
    meter: { value: total - free, max: total, text: `${Math.round(share * 100)}% used` },
    advice: 'Past 85%: add room. When it is full, nothing is saved',
  };
}

function jobRow({ at, jobs }: AdminStatus): StatusRow {
  const { failed, retrying, waiting, oldest_at } = jobs;
  const lateMs = oldest_at === null ? 0 : Date.parse(at) - Date.parse(oldest_at);
  const oldest = lateMs > 1_000 ? `, the oldest for ${number(Math.round(lateMs / 1_000))} s` : '';
  return {
    part: 'Jobs',
    state: failed > 0 ? 'problem' : retrying > 0 || lateMs > lateJobMs ? 'warning' : 'ok',
    now: `${number(failed)} failed, ${number(retrying)} retried, ${number(waiting)} wait${oldest}`,
    advice: 'Failed: read why below',
  };
}

function mailRow({ mails: { queued, has_server } }: AdminStatus): StatusRow {
  return {
    part: 'Mail',
    state: 'ok',
    now: has_server ? `${number(queued)} wait` : 'stored in the outbox, because there is no mail server',
    advice: has_server ? 'Waiting: run npm run doctor on the server' : 'Set SMTP_URL to send them',
  };
}

const cacheNames: Record<CacheStatus['name'], string> = {
  pages: 'Pages',
  answers: 'Shared answers',
  identities: 'Callers',
  readings: 'Readings',
};

function cacheRow({ name, hits, misses, entries, bytes }: CacheStatus): StatusRow {
  const lookups = hits + misses;
  const size = bytes === null ? '' : `, ${fileSize(bytes)}`;
  return {
    part: cacheNames[name],
    state: 'ok',
    now: `${number(entries)} ${entries === 1 ? 'entry' : 'entries'}${size}`,
    ...(lookups > 0
      ? {
          meter: {
            value: hits,
            max: lookups,
            text: `${Math.floor((hits / lookups) * 100)}% of ${number(lookups)} hit`,
          },
        }
      : {}),
    advice: 'Low only after a start or a change of content',
  };
}
