import type { MetricsRange, PrivacyConfigState } from '@hexpedition/contract';
import { tablesToCsv } from '@hexpedition/contract/csv';
import { useNavigate } from '@tanstack/react-router';
import { number, plural, when } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import admin from '../admin.module.css';
import { configStateQuery, ratesQuery } from '../admin-queries.ts';
import charts from '../charts/charts.module.css';
import { ranges, SegmentedControl, views } from '../charts/segmented-control.tsx';
import css from './privacy.module.css';
import { PrivacyFrame } from './privacy-frame.tsx';
import { AnswersPanel, DaysPanel, ServicesPanel } from './rates-panels.tsx';
import { answerTable, dayTable, serviceTable } from './rates-tables.ts';

export interface RatesSearch {
  days?: MetricsRange;
  view?: 'tables';
}

/** The active version and the statistics of consent. The URL holds the selected period and view. */
export function RatesPage({ search }: { search: RatesSearch }) {
  const navigate = useNavigate();
  const { days = 30 } = search;
  const tables = search.view === 'tables';
  const configState = usePersonalQuery({ ...configStateQuery, staleTime: 0 });
  const query = usePersonalQuery({ ...ratesQuery(days), staleTime: 0 });
  const choose = (changes: { [K in keyof RatesSearch]: RatesSearch[K] | undefined }) =>
    void navigate({
      to: '/admin/privacy',
      search: { ...search, ...changes } as RatesSearch,
      replace: true,
      resetScroll: false,
    });
  const { data: rates, error } = query;
  const isEmpty = rates && rates.shown + rates.accepted + rates.saved + rates.declined + rates.contextual === 0;
  return (
    <PrivacyFrame
      title="Consent"
      lead="How often visitors are asked, and what they decide."
      action={
        <div className={admin.actions}>
          <SegmentedControl label="Range" options={ranges} value={days} onChange={(range) => choose({ days: range })} />
          <SegmentedControl
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
              const csv = tablesToCsv([
                ['Answers', answerTable(rates)],
                ['By day', dayTable(rates)],
                ['By service', serviceTable(rates)],
              ]);
              saveFile(`consent-${days}-days.csv`, 'text/csv', csv);
            }}
          >
            CSV
          </Button>
        </div>
      }
    >
      {configState.error && !configState.data ? (
        <LoadError
          what="The configuration"
          error={configState.error}
          isFetching={configState.isFetching}
          refetch={() => void configState.refetch()}
        />
      ) : configState.data ? (
        <ActiveVersion configState={configState.data} />
      ) : (
        <Skeleton shape="block" />
      )}
      <div className={css.rates}>
        {isEmpty ? (
          <EmptyState
            icon="shield"
            title={`No visitors were asked in the last ${days} days`}
            action={
              days === 365 ? undefined : <Button onClick={() => choose({ days: 365 })}>Show the whole year</Button>
            }
          >
            <p>Figures appear as soon as a visitor is asked or decides.</p>
          </EmptyState>
        ) : error && !rates ? (
          <LoadError
            what="The rates"
            error={error}
            isFetching={query.isFetching}
            refetch={() => void query.refetch()}
          />
        ) : (
          <>
            {/* The key resets the panels' own toggles when the view changes. */}
            <div className={charts.panels} key={String(tables)}>
              <AnswersPanel {...{ query, tables }} />
              <DaysPanel {...{ query, tables, days }} />
              <ServicesPanel {...{ query, tables }} />
            </div>
            <p className={css.explained}>
              “Asked” counts each browser session in which the notice or the dialog opened automatically. A visitor who
              never answers counts only there, so a rate is a share of decisions, not of visitors. A visitor who changes
              a decision counts again. Days are in UTC.
            </p>
          </>
        )}
      </div>
    </PrivacyFrame>
  );
}

function ActiveVersion({ configState: { active, draft } }: { configState: PrivacyConfigState }) {
  const optional = active.config.services.filter(({ required }) => !required).length;
  return (
    <section className={css.active} aria-label="Active version">
      <div>
        <h2>Version {active.number} is active</h2>
        <p>
          published {when(active.published_at)} by {active.published_by ?? 'the platform'};{' '}
          {plural(active.config.services.length, 'service')}, {number(optional)} of them optional
        </p>
      </div>
      <div>
        <h2>{draft ? 'Unpublished draft' : 'No draft'}</h2>
        <p>
          {draft
            ? `saved ${when(draft.changed_at)}${draft.changed_by ? ` by ${draft.changed_by}` : ''}; not visible to visitors yet`
            : 'Your first change starts a draft. Visitors see it after you publish it.'}
        </p>
      </div>
      <LinkButton to="/admin/privacy/edit">{draft ? 'Edit the draft' : 'Edit the configuration'}</LinkButton>
    </section>
  );
}
