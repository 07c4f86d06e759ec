import type { ConsentRates, MetricsRange } from '@hexpedition/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { number } from '#lib/format.ts';
import { ChartPanel, Headline, Swatch } from '../charts/chart-panel.tsx';
import { daysPerBar, share } from '../charts/chart-scale.ts';
import charts from '../charts/charts.module.css';
import { type Part, RowChart } from '../charts/row-chart.tsx';
import { TimeChart } from '../charts/time-chart.tsx';
import { answers, answerTable, dayTable, decisionsOf, serviceTable } from './rates-tables.ts';

interface Props {
  query: Pick<UseQueryResult<ConsentRates>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  tables: boolean;
}

const looks = { accepted: 'done', saved: 'kept', declined: 'lost' } as const;

export const AnswersPanel = ({ query, tables }: Props) => (
  <ChartPanel
    title="Answers"
    lead="of all decisions, without embeds allowed in place"
    {...{ query, tables }}
    table={answerTable}
    empty={(rates) => decisionsOf(rates) + rates.contextual === 0 && 'No answers yet.'}
  >
    {(rates) => {
      const total = decisionsOf(rates);
      return (
        <>
          <Headline value={total === 0 ? '–' : share(rates.accepted, total)}>
            accepted everything, of {number(total)} {total === 1 ? 'decision' : 'decisions'}
          </Headline>
          <RowChart
            name="Answers"
            rows={answers.map(([field, name]) => ({
              key: field,
              name,
              parts: rates[field] > 0 ? [{ from: 0, to: rates[field] / total, look: looks[field] }] : [],
              figures: (
                <>
                  {total === 0 ? '–' : share(rates[field], total)}
                  <small>{number(rates[field])}</small>
                </>
              ),
            }))}
          />
          <p className={charts.summary}>
            Asked in <b>{number(rates.shown)}</b> {rates.shown === 1 ? 'session' : 'sessions'}. An embed was allowed in
            place <b>{number(rates.contextual)}</b> {rates.contextual === 1 ? 'time' : 'times'}.
          </p>
        </>
      );
    }}
  </ChartPanel>
);

export const DaysPanel = ({ query, tables, days }: Props & { days: MetricsRange }) => (
  <ChartPanel title="By day" size="wide" {...{ query, tables }} table={dayTable} empty={() => false}>
    {(rates) => (
      <>
        <p className={charts.summary}>
          <Swatch look="outline" /> asked, in browser sessions; the lines are decisions
        </p>
        <TimeChart
          name="Consent by day"
          height={190}
          days={rates.days.map(({ day }) => day)}
          slotDays={daysPerBar(days)}
          series={[
            { name: 'asked', kind: 'bar', tone: 'ink', values: rates.days.map(({ shown }) => shown) },
            { name: 'all', kind: 'line', tone: 'phosphor', values: rates.days.map(({ accepted }) => accepted) },
            { name: 'chosen', kind: 'line', tone: 'blue', values: rates.days.map(({ saved }) => saved) },
            { name: 'none', kind: 'line', tone: 'lost', values: rates.days.map(({ declined }) => declined) },
          ]}
        />
      </>
    )}
  </ChartPanel>
);

export const ServicesPanel = ({ query, tables }: Props) => (
  <ChartPanel
    title="By service"
    lead="of all decisions that included the service; required services are not listed"
    size="whole"
    {...{ query, tables }}
    table={serviceTable}
    empty={({ services }) => services.length === 0 && 'No optional services in this period.'}
  >
    {({ services }) => (
      <>
        <p className={charts.summary}>
          <Swatch look="gained" /> accepted <Swatch look="hatched" /> declined
        </p>
        <RowChart
          name="Acceptance by service"
          rows={services.map(({ name, title, accepted, decided }) => ({
            key: name,
            name: title,
            note: name === title ? undefined : name,
            parts: decided > 0 ? partsOf(accepted / decided) : [],
            figures:
              decided === 0 ? (
                'no decision'
              ) : (
                <>
                  {share(accepted, decided)}
                  <small>
                    {number(accepted)} of {number(decided)}
                  </small>
                </>
              ),
          }))}
        />
      </>
    )}
  </ChartPanel>
);

const partsOf = (rate: number): Part[] => [
  ...(rate > 0 ? [{ from: 0, to: rate, look: 'done' as const }] : []),
  ...(rate < 1 ? [{ from: rate, to: 1, look: 'lost' as const }] : []),
];
