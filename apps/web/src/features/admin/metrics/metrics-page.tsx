import type { EndpointAnswer, MetricsRange } from '@hexpedition/contract';
import type { TableData } from '@hexpedition/contract/csv';
import { tablesToCsv } from '@hexpedition/contract/csv';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { trainingsQuery } from '#entities/training/training-queries.ts';
import { dateFormat } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { saveFile } from '#lib/save-file.ts';
import { useOptimisticValue } from '#lib/use-optimistic-value.ts';
import { Button } from '#ui/button.tsx';
import { Page } from '#ui/page.tsx';
import admin from '../admin.module.css';
import {
  activeQuery,
  dropOffQuery,
  feedbackFiguresQuery,
  funnelQuery,
  labUseQuery,
  moneyQuery,
  signUpsQuery,
  timesQuery,
} from '../admin-queries.ts';
import charts from '../charts/charts.module.css';
import { ranges, SegmentedControl, views } from '../charts/segmented-control.tsx';
import { DropOffPanel, FeedbackPanel, TimesPanel } from './course-panels.tsx';
import { ActivePanel, FunnelPanel, LabsPanel, SignUpsPanel } from './learner-panels.tsx';
import css from './metrics.module.css';
import {
  activeTable,
  churnTable,
  dropOffTable,
  feedbackTable,
  funnelTable,
  labTable,
  revenueTable,
  signUpTable,
  timeTable,
} from './metrics-tables.ts';
import { MoneyPanels } from './money-panels.tsx';
import { PanelSelect } from './panel-select.tsx';

export interface MetricsSearch {
  days?: MetricsRange;
  view?: 'tables';
  training?: string;
  currency?: string;
}

const formatUtc = dateFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

/** Statistics of the platform. The URL holds the selected period, view, course and currency. */
export function MetricsPage({ search: address }: { search: MetricsSearch }) {
  const navigate = useNavigate();
  const [search, setSearch] = useOptimisticValue(address, (next) =>
    navigate({ to: '/admin/metrics', search: next, replace: true, resetScroll: false }),
  );
  const choose = (changes: { [K in keyof MetricsSearch]: MetricsSearch[K] | undefined }) =>
    setSearch({ ...search, ...changes } as MetricsSearch);
  const { days = 30, currency } = search;
  const tables = search.view === 'tables';
  const { data: content } = useQuery(trainingsQuery);
  const trainings = content?.trainings ?? [];
  const training = search.training ?? trainings[0]?.slug;
  const counted = usePersonalQuery(signUpsQuery(days)).data?.counted_at;
  const downloadCsv = useCsvDownload({ days, currency, training });
  // Three panels show one course, and each of them can select it.
  const choice = training && (
    <PanelSelect label="Course" value={training} onChange={(slug) => choose({ training: slug })}>
      {trainings.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </PanelSelect>
  );
  return (
    <Page
      label="Admin"
      title="Statistics"
      action={
        <div className={admin.actions}>
          {counted && (
            <p className={css.counted}>
              Data up to <time dateTime={counted}>{formatUtc(counted)} UTC</time>
            </p>
          )}
          <SegmentedControl label="Range" options={ranges} value={days} onChange={(range) => choose({ days: range })} />
          <SegmentedControl
            label="View"
            options={views}
            value={tables ? 'tables' : 'charts'}
            onChange={(view) => choose({ view: view === 'tables' ? view : undefined })}
          />
          <Button icon="download" onClick={downloadCsv}>
            CSV
          </Button>
        </div>
      }
    >
      {/* The key resets the panels' own toggles when the view changes. */}
      <div className={charts.panels} key={String(tables)}>
        <SignUpsPanel {...{ days, tables }} />
        <ActivePanel {...{ days, tables }} />
        <FunnelPanel {...{ days, tables }} />
        {training && <DropOffPanel {...{ training, days, tables, choice }} />}
        <LabsPanel {...{ days, tables }} />
        <MoneyPanels {...{ days, tables, currency }} onCurrency={(one) => choose({ currency: one })} />
        {training && <TimesPanel {...{ training, tables, choice }} />}
        {training && <FeedbackPanel {...{ training, tables, choice }} />}
      </div>
    </Page>
  );
}

interface Selection {
  days: MetricsRange;
  currency: string | undefined;
  training: string | undefined;
}

/** Returns a function that downloads all loaded tables as one CSV file. */
function useCsvDownload({ days, currency, training }: Selection): () => void {
  const client = useQueryClient();
  return () => {
    const table = <T,>(name: string, key: readonly unknown[], of: (data: T) => TableData) => {
      const data = client.getQueryData<T>(key);
      return data === undefined ? [] : [[name, of(data)] as const];
    };
    const money = moneyQuery(days, currency).queryKey;
    const tables = [
      ...table('Sign-ups', signUpsQuery(days).queryKey, signUpTable),
      ...table('Active learners', activeQuery(days).queryKey, activeTable),
      ...table('From sign-up to first lab', funnelQuery(days).queryKey, funnelTable),
      ...table('Labs', labUseQuery(days).queryKey, labTable),
      ...table<EndpointAnswer<'GET /api/admin/metrics/money'>>('Revenue', money, revenueTable),
      ...table<EndpointAnswer<'GET /api/admin/metrics/money'>>('Churn', money, churnTable),
      ...(training
        ? [
            ...table('Drop-off per lesson', dropOffQuery(training, days).queryKey, dropOffTable),
            ...table('Completion times', timesQuery(training).queryKey, timeTable),
            ...table('Feedback', feedbackFiguresQuery(training).queryKey, feedbackTable),
          ]
        : []),
    ];
    saveFile(`statistics-${days}-days.csv`, 'text/csv', tablesToCsv(tables));
  };
}
