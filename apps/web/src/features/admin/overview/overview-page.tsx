import type { AdminOverview } from '@hexpedition/contract';
import { Link, type LinkProps } from '@tanstack/react-router';
import { number, when } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { adminPages } from '#shell/admin-pages.ts';
import { Callout } from '#ui/callout.tsx';
import { Card } from '#ui/card.tsx';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import css from '../admin.module.css';
import { Figure } from '../figure.tsx';
import { adminOverviewQuery } from '../queries.ts';
import own from './overview-page.module.css';

/** Where superusers begin: what needs them, how much there is, and where everything is done. */
export function AdminOverviewPage() {
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...adminOverviewQuery, staleTime: 0 });
  return (
    <Page label="Admin" title="Overview" lead="What needs you, and where everything is done.">
      {error && !data && <DidNotLoad what="The figures" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" lines={3} />}
      {data && (
        <>
          <Outages {...data.database} />
          <Attention attention={data.attention} />
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
    </Page>
  );
}

interface Matter extends Pick<LinkProps, 'to' | 'search'> {
  name: string;
  /** Plain: it is good to know, and nothing has to be done. */
  tone: 'coral' | 'beacon' | 'plain';
  /** What it is about, and what to do. */
  about: string;
}

/** What may need somebody, the most urgent first. */
const matters: Record<keyof AdminOverview['attention'], Matter> = {
  jobs_failed: {
    ...{ name: 'Jobs given up', tone: 'coral', to: '/admin/email' },
    about: 'They failed until their tries were over. The server’s log names each.',
  },
  ledger_faults: {
    ...{ name: 'Faults in the ledger', tone: 'coral', to: '/admin/payments' },
    about: 'Paddle sent something that could not be read; it gives nothing.',
  },
  jobs_retrying: {
    ...{ name: 'Jobs tried again', tone: 'beacon', to: '/admin/email' },
    about: 'They failed and are tried again by themselves.',
  },
  outbox: {
    ...{ name: 'Mails that wait here', tone: 'beacon', to: '/admin/email' },
    about: 'No mail server was set when they were written.',
  },
  subscriptions_past_due: {
    ...{ name: 'Subscriptions past due', tone: 'beacon', to: '/admin/people', search: { state: 'past_due' } },
    about: 'A card was refused. Paddle asks its owner and tries again.',
  },
  foreign_flags: {
    ...{ name: 'Foreign flags this week', tone: 'beacon', to: '/admin/foreign-flags' },
    about: 'Somebody handed in a flag of another learner’s.',
  },
  accounts_leaving: {
    ...{ name: 'Accounts that leave', tone: 'plain', to: '/admin/people', search: { state: 'leaving' } },
    about: 'Their owners asked for it, and have two weeks to come back.',
  },
  feedback: {
    ...{ name: 'Feedback this week', tone: 'plain', to: '/admin/feedback' },
    about: 'What learners said of lessons.',
  },
  notes_hidden: {
    ...{ name: 'Notes taken down', tone: 'plain', to: '/admin/notes', search: { only: 'hidden' } },
    about: 'Nobody but their owners reads them.',
  },
};

function Attention({ attention }: Pick<AdminOverview, 'attention'>) {
  const keys = (Object.keys(matters) as (keyof typeof matters)[]).filter((key) => attention[key] > 0);
  const urgent = keys.filter((key) => matters[key].tone !== 'plain');
  const rest = keys.filter((key) => matters[key].tone === 'plain');
  return (
    <>
      <section className={css.section} aria-labelledby="attention">
        <h2 id="attention" className={css.title}>
          What needs you
        </h2>
        {urgent.length === 0 ? (
          <Callout kind="tip" title="Nothing waits for you" />
        ) : (
          <Matters keys={urgent} attention={attention} />
        )}
      </section>
      {rest.length > 0 && (
        <section className={css.section} aria-labelledby="good-to-know">
          <h2 id="good-to-know" className={css.title}>
            Good to know
          </h2>
          <Matters keys={rest} attention={attention} />
        </section>
      )}
    </>
  );
}

const Matters = ({ keys, attention }: Pick<AdminOverview, 'attention'> & { keys: (keyof typeof matters)[] }) => (
  <ul className={own.matters}>
    {keys.map((key) => {
      const { name, tone, about, to, search } = matters[key];
      return (
        <li key={key} className={own.matter} data-tone={tone}>
          <span className={own.count}>{number(attention[key])}</span>
          <span>
            <Link to={to} {...(search && { search })} className={own.name}>
              {name}
            </Link>
            <span className={css.facts}>{about}</span>
          </span>
        </li>
      );
    })}
  </ul>
);

/** Shows that the database was unavailable since this server started: the operator may have to act. */
function Outages({ outages, last }: AdminOverview['database']) {
  if (!last) return null;
  const title =
    outages === 1 ? 'The database was unavailable' : `The database was unavailable ${number(outages)} times`;
  return (
    <Callout kind="warning" title={title}>
      <p>
        The last outage began <time dateTime={last.started_at}>{when(last.started_at)}</time>
        {last.ended_at && ` and lasted ${seconds(last.started_at, last.ended_at)}`}. Reason: {sentence(last.reason)} The
        server’s log has the details.
      </p>
    </Callout>
  );
}

/** `32 s`, `1,240 s`. */
const seconds = (from: string, to: string) =>
  `${number(Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 1_000)))} s`;

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

const Figures = ({ figures }: Pick<AdminOverview, 'figures'>) => (
  <section className={css.section} aria-labelledby="figures">
    <h2 id="figures" className={css.title}>
      Figures
    </h2>
    <dl className={css.figures}>
      <Figure name="People">{number(figures.people)}</Figure>
      <Figure name="Joined this week">{number(figures.joined)}</Figure>
      <Figure name="Active today">{number(figures.active_today)}</Figure>
      <Figure name="Active this week">{number(figures.active_week)}</Figure>
      <Figure name="Flags this week">{number(figures.solves)}</Figure>
      <Figure name="Labs that run">{number(figures.instances_running)}</Figure>
      <Figure name="Subscriptions">{number(figures.subscriptions)}</Figure>
    </dl>
  </section>
);
