import type { AdminOverview } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { number, when } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { adminPages } from '#shell/admin-pages.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Card } from '#ui/card.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import css from '../admin.module.css';
import { adminOverviewQuery } from '../admin-queries.ts';
import { Stat } from '../stat.tsx';
import own from './admin-overview-page.module.css';

/** Start page of the admin area: open issues, key figures and links to all admin pages. */
export function AdminOverviewPage() {
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...adminOverviewQuery, staleTime: 0 });
  return (
    <Page label="Admin" title="Overview" lead="Open issues, key figures and all admin pages.">
      {error && !data && <LoadError what="The overview" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" lines={3} />}
      {data && (
        <>
          <Outages {...data.database} />
          <Attention attention={data.attention} isClear={isMaintained(data)}>
            {data.backups ? <LateBackups {...data.backups} /> : <NoBackups />}
            {data.demo_accounts && <DemoAccounts {...data.demo_accounts} />}
          </Attention>
          <Figures figures={data.figures} />
        </>
      )}
      <section className={css.section} aria-labelledby="pages">
        <h2 id="pages" className={css.title}>
          Pages
        </h2>
        <ul className={own.pages}>
          {adminPages.map(({ to, params, label, about }) => (
            <Card as="li" key={label} size="sm" link>
              <Link to={to} {...(params && { params })} className={own.page}>
                {label}
              </Link>
              <p className={own.about}>{about}</p>
            </Card>
          ))}
        </ul>
      </section>
      {data && <p className={css.facts}>Hexpedition {data.version}</p>}
    </Page>
  );
}

/** Without `to`, no page of the admin area can change it. */
interface AttentionItem extends Pick<LinkProps, 'to' | 'search'> {
  name: string;
  /** `plain` marks an item that needs no action. */
  tone: 'coral' | 'beacon' | 'plain';
  /** Explanation, with the next step. */
  about: string;
}

/** Items that may need a superuser, most urgent first. */
const attentionItems: Record<keyof AdminOverview['attention'], AttentionItem> = {
  jobs_failed: {
    ...{ name: 'Failed jobs', tone: 'coral', to: '/admin/status' },
    about: 'They used up their retries. The status page shows why.',
  },
  ledger_errors: {
    ...{ name: 'Ledger errors', tone: 'coral', to: '/admin/payments' },
    about: 'Paddle sent events that could not be read. They grant nothing.',
  },
  jobs_retrying: {
    ...{ name: 'Retrying jobs', tone: 'beacon', to: '/admin/status' },
    about: 'They failed and are retried automatically.',
  },
  outbox: {
    ...{ name: 'Unsent mails', tone: 'beacon', to: '/admin/email/outbox' },
    about: 'No mail server was set when they were written.',
  },
  subscriptions_past_due: {
    ...{ name: 'Subscriptions past due', tone: 'beacon', to: '/admin/users', search: { state: 'past_due' } },
    about: 'A card was declined. Paddle contacts its owner and retries.',
  },
  shared_flags: {
    ...{ name: 'Shared flags this week', tone: 'beacon', to: '/admin/shared-flags' },
    about: 'Learners submitted flags that belong to another learner.',
  },
  accounts_deletion_scheduled: {
    ...{
      name: 'Accounts scheduled for deletion',
      tone: 'plain',
      to: '/admin/users',
      search: { state: 'deletion_scheduled' },
    },
    about: 'Their owners asked for deletion and can cancel it for two weeks.',
  },
  feedback: {
    ...{ name: 'Feedback this week', tone: 'plain', to: '/admin/feedback' },
    about: 'Learners’ feedback on lessons.',
  },
  notes_hidden: {
    ...{ name: 'Notes taken down', tone: 'plain', to: '/admin/notes', search: { only: 'hidden' } },
    about: 'Only their owners can read them.',
  },
};

type AttentionKey = keyof typeof attentionItems;

interface AttentionProps extends Pick<AdminOverview, 'attention'> {
  /** True if `children` show no warning. */
  isClear: boolean;
  children: ReactNode;
}

function Attention({ attention, isClear, children }: AttentionProps) {
  const keys = (Object.keys(attentionItems) as AttentionKey[]).filter((key) => attention[key] > 0);
  const urgent = keys.filter((key) => attentionItems[key].tone !== 'plain');
  const information = keys.filter((key) => attentionItems[key].tone === 'plain');
  return (
    <>
      <section className={css.section} aria-labelledby="attention">
        <h2 id="attention" className={css.title}>
          Needs attention
        </h2>
        {children}
        {urgent.length > 0 && <AttentionList keys={urgent} attention={attention} />}
        {isClear && urgent.length === 0 && <Callout kind="tip" title="All clear" />}
      </section>
      {information.length > 0 && (
        <section className={css.section} aria-labelledby="good-to-know">
          <h2 id="good-to-know" className={css.title}>
            Good to know
          </h2>
          <AttentionList keys={information} attention={attention} />
        </section>
      )}
    </>
  );
}

const AttentionList = ({ keys, attention }: Pick<AdminOverview, 'attention'> & { keys: AttentionKey[] }) => (
  <ul className={own.items}>
    {keys.map((key) => {
      const { name, tone, about, to, search } = attentionItems[key];
      return (
        <li key={key} className={own.item} data-tone={tone}>
          <span className={own.count}>{number(attention[key])}</span>
          <span>
            {to ? (
              <Link to={to} {...(search && { search })} className={own.name}>
                {name}
              </Link>
            ) : (
              <span className={own.name}>{name}</span>
            )}
            <span className={css.facts}>{about}</span>
          </span>
        </li>
      );
    })}
  </ul>
);

/** Warns that the database was unavailable since this server started, because the operator may have to act. */
function Outages({ outages, last }: AdminOverview['database']) {
  if (!last) return null;
  const title =
    outages === 1 ? 'The database was unavailable' : `The database was unavailable ${number(outages)} times`;
  return (
    <Callout kind="warning" title={title}>
      <p>
        The last outage started <time dateTime={last.started_at}>{when(last.started_at)}</time>
        {last.ended_at && ` and lasted ${seconds(last.started_at, last.ended_at)}`}. Reason: {sentence(last.reason)} The
        server’s log has the details.
      </p>
    </Callout>
  );
}

/** Whether recent backups exist and demo accounts do not. */
const isMaintained = ({ backups, demo_accounts }: AdminOverview): boolean =>
  backups !== null && !backups.is_late && !backups.problem && !demo_accounts;

const NoBackups = () => (
  <Callout kind="warning" title="No backups are scheduled">
    <p>
      All data is lost if the disk fails. The operator sets <code>BACKUP_TO</code>, <code>BACKUP_AT</code> and{' '}
      <code>BACKUP_RECIPIENT</code>.
    </p>
  </Callout>
);

/** Warns that there is no recent backup, because only the operator can repair that. */
function LateBackups({ last_good_at, is_late, problem }: NonNullable<AdminOverview['backups']>) {
  if (!is_late && !problem) return null;
  return (
    <Callout kind="warning" title={is_late ? 'There is no recent backup' : 'The last backup failed'}>
      <p>
        {last_good_at ? (
          <>
            The last good one ended <time dateTime={last_good_at}>{when(last_good_at)}</time>.
          </>
        ) : (
          'No backup has succeeded yet.'
        )}
        {problem && ` Reason: ${sentence(problem)}`} Run <code>npm run doctor</code> on the server.
      </p>
    </Callout>
  );
}

/** Warns that there are demo accounts, and deletes them. */
function DemoAccounts({ count, is_local }: NonNullable<AdminOverview['demo_accounts']>) {
  const api = useApi();
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const remove = useMutation({
    mutationFn: () => api('POST /api/admin/demo_accounts/delete'),
    meta: { suppress: [403, 409] },
    onSuccess: async () => {
      setConfirming(false);
      await client.invalidateQueries({ queryKey: adminOverviewQuery.queryKey });
    },
  });
  const accounts = count === 1 ? 'one demo account' : `${number(count)} demo accounts`;
  return (
    <Callout
      kind="warning"
      title={`There ${count === 1 ? 'is' : 'are'} ${accounts}`}
      action={
        <Button size="sm" onClick={() => setConfirming(true)}>
          Delete demo accounts
        </Button>
      }
    >
      <p>
        The first start created {count === 1 ? 'it' : 'them'} and printed the password{count === 1 ? '' : 's'}.{' '}
        {is_local
          ? 'They can log in while the address of the site is local. Delete them before others use this site.'
          : 'They cannot log in, because this site has a public address.'}
      </p>
      {isConfirming && (
        <ConfirmDialog
          title={`Delete ${accounts}?`}
          action="Delete"
          busy={remove.isPending}
          error={remove.error}
          onClose={() => setConfirming(false)}
          onConfirm={() => remove.mutate()}
        >
          Their progress is deleted at once and for good.
        </ConfirmDialog>
      )}
    </Callout>
  );
}

/** Formats the time between two dates: `32 s`, `1,240 s`. */
const seconds = (from: string, to: string) =>
  `${number(Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 1_000)))} s`;

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

const Figures = ({ figures }: Pick<AdminOverview, 'figures'>) => (
  <section className={css.section} aria-labelledby="figures">
    <h2 id="figures" className={css.title}>
      Figures
    </h2>
    <dl className={css.figures}>
      <Stat name="Users">{number(figures.users)}</Stat>
      <Stat name="New this week">{number(figures.joined)}</Stat>
      <Stat name="Active today">{number(figures.active_today)}</Stat>
      <Stat name="Active this week">{number(figures.active_week)}</Stat>
      <Stat name="Flags this week">{number(figures.solves)}</Stat>
      <Stat name="Running labs">{number(figures.instances_running)}</Stat>
      <Stat name="Subscriptions">{number(figures.subscriptions)}</Stat>
    </dl>
  </section>
);
