import type { MetricsRange, PrivacyConfigState } from '@hexpedition/contract';
import { useNavigate } from '@tanstack/react-router';
import { number, plural, when } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import admin from '../admin.module.css';
import charts from '../charts/charts.module.css';
import { toCsvOfAll } from '../charts/csv.ts';
import { ranges, Segments, views } from '../charts/segments.tsx';
import css from './privacy.module.css';
import { PrivacyFrame } from './privacy-frame.tsx';
import { deskQuery, ratesQuery } from './queries.ts';
import { AnswersPanel, DaysPanel, ServicesPanel } from './rates-panels.tsx';
import { answerTable, dayTable, serviceTable } from './rates-tables.ts';

export interface RatesSearch {
  days?: MetricsRange;
  view?: 'tables';
}

/** What is active, how often visitors were asked, and what they said. What is chosen stands in the address. */
export function RatesPage({ search }: { search: RatesSearch }) {
  const navigate = useNavigate();
  const { days = 30 } = search;
  const tables = search.view === 'tables';
  const desk = usePersonalQuery({ ...deskQuery, staleTime: 0 });
  const query = usePersonalQuery({ ...ratesQuery(days), staleTime: 0 });
  const choose = (changes: { [K in keyof RatesSearch]: RatesSearch[K] | undefined }) =>
    void navigate({
      to: '/admin/privacy',
      search: { ...search, ...changes } as RatesSearch,
      replace: true,
      resetScroll: false,
    });
  const { data: rates, error } = query;
  const isQuiet = rates && rates.shown + rates.accepted + rates.saved + rates.declined + rates.contextual === 0;
  return (
    <PrivacyFrame
      title="Consent"
      lead="What visitors were asked, and what they said."
      action={
        <div className={admin.actions}>
          <Segments label="Range" options={ranges} value={days} onChange={(range) => choose({ days: range })} />
          <Segments
            label="View"
            options={views}
            value={tables ? 'tables' : 'charts'}
            onChange={(view) => choose({ view: view === 'tables' ? view : undefined })}
          />
          <Button
            icon="download"
            disabled={!rates}
            onClick={() => {
              if (!rates) return;
              const all = toCsvOfAll([
                ['Answers', answerTable(rates)],
                ['By day', dayTable(rates)],
                ['By service', serviceTable(rates)],
              ]);
              saveFile(`consent-${days}-days.csv`, 'text/csv', all);
            }}
          >
            CSV
          </Button>
        </div>
      }
    >
      {desk.error && !desk.data ? (
        <DidNotLoad
          what="The configuration"
          error={desk.error}
          isFetching={desk.isFetching}
          refetch={() => void desk.refetch()}
        />
      ) : desk.data ? (
        <Active desk={desk.data} />
      ) : (
        <Skeleton shape="block" />
      )}
      <div className={css.rates}>
        {isQuiet ? (
          <EmptyState
            icon="shield"
            title={`Nobody was asked in the last ${days} days`}
            action={
              days === 365 ? undefined : <Button onClick={() => choose({ days: 365 })}>Look at the whole year</Button>
            }
          >
            <p>As soon as a visitor is asked, or decides, it counts here.</p>
          </EmptyState>
        ) : error && !rates ? (
          <DidNotLoad
            what="The rates"
            error={error}
            isFetching={query.isFetching}
            refetch={() => void query.refetch()}
          />
        ) : (
          <>
            {/* Another view turns all panels, whatever each was turned to before. */}
            <div className={charts.panels} key={String(tables)}>
              <AnswersPanel {...{ query, tables }} />
              <DaysPanel {...{ query, tables, days }} />
              <ServicesPanel {...{ query, tables }} />
            </div>
            <p className={css.explained}>
              Asked counts a browser session in which the notice or the dialog came up by itself, once. Whoever never
              answers counts there alone, so a rate is a share of decisions, never of visitors. Whoever changes their
              mind decides again, and counts again. Days are those of UTC.
            </p>
          </>
        )}
      </div>
    </PrivacyFrame>
  );
}

function Active({ desk: { active, draft } }: { desk: PrivacyConfigState }) {
  const open = active.config.services.filter(({ required }) => !required).length;
  return (
    <section className={css.active} aria-label="What is active">
      <div>
        <h2>Version {active.number} is active</h2>
        <p>
          published {when(active.published_at)} by {active.published_by ?? 'the platform'};{' '}
          {plural(active.config.services.length, 'service')}, {number(open)} of them up for choice
        </p>
      </div>
      <div>
        <h2>{draft ? 'A draft waits' : 'There is no draft'}</h2>
        <p>
          {draft
            ? `saved ${when(draft.changed_at)}${draft.changed_by ? ` by ${draft.changed_by}` : ''}; nobody sees it yet`
            : 'A change begins one, and visitors see it once it is published.'}
        </p>
      </div>
      <LinkButton to="/admin/privacy/edit">{draft ? 'Go on with the draft' : 'Change it'}</LinkButton>
    </section>
  );
}
