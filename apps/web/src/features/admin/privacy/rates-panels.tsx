import type { ConsentRates, MetricsRange } from '@hexpedition/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { number } from '#lib/format.ts';
import { barDays, share } from '../charts/chart-scale.ts';
import charts from '../charts/charts.module.css';
import { Headline, Panel, Swatch } from '../charts/panel.tsx';
import { type Part, RowChart } from '../charts/row-chart.tsx';
import { TimeChart } from '../charts/time-chart.tsx';
import { answers, answerTable, dayTable, decisionsOf, serviceTable } from './rates-tables.ts';

interface Props {
  query: Pick<UseQueryResult<ConsentRates>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  tables: boolean;
}

const looks = { accepted: 'done', saved: 'kept', declined: 'lost' } as const;

export const AnswersPanel = ({ query, tables }: Props) => (
  <Panel
    title="Answers"
    lead="of all decisions about the whole"
    {...{ query, tables }}
    table={answerTable}
    empty={(rates) => decisionsOf(rates) + rates.contextual === 0 && 'Nobody who was asked has answered yet.'}
  >
    {(rates) => {
      const all = decisionsOf(rates);
      return (
        <>
          <Headline value={all === 0 ? '–' : share(rates.accepted, all)}>
            accepted everything, of {number(all)} {all === 1 ? 'decision' : 'decisions'}
          </Headline>
          <RowChart
            name="Answers"
            rows={answers.map(([field, name]) => ({
              key: field,
              name,
              parts: rates[field] > 0 ? [{ from: 0, to: rates[field] / all, look: looks[field] }] : [],
              figures: (
                <>
                  {all === 0 ? '–' : share(rates[field], all)}
                  <small>{number(rates[field])}</small>
                </>
              ),
            }))}
          />
          <p className={charts.said}>
            Asked in <b>{number(rates.shown)}</b> {rates.shown === 1 ? 'session' : 'sessions'}. An embed was allowed in
            its own place <b>{number(rates.contextual)}</b> {rates.contextual === 1 ? 'time' : 'times'}.
          </p>
        </>
      );
    }}
  </Panel>
);

export const DaysPanel = ({ query, tables, days }: Props & { days: MetricsRange }) => (
  <Panel title="By day" size="wide" {...{ query, tables }} table={dayTable} empty={() => false}>
    {(rates) => (
      <>
        <p className={charts.said}>
          <Swatch look="outline" /> asked, in browser sessions; the lines are decisions
        </p>
        <TimeChart
          name="Consent by day"
          height={190}
          days={rates.days.map(({ day }) => day)}
          slotDays={barDays(days)}
          series={[
            { name: 'asked', kind: 'bar', tone: 'ink', values: rates.days.map(({ shown }) => shown) },
            { name: 'all', kind: 'line', tone: 'phosphor', values: rates.days.map(({ accepted }) => accepted) },
            { name: 'chosen', kind: 'line', tone: 'blue', values: rates.days.map(({ saved }) => saved) },
            { name: 'none', kind: 'line', tone: 'lost', values: rates.days.map(({ declined }) => declined) },
          ]}
        />
      </>
    )}
  </Panel>
);

export const ServicesPanel = ({ query, tables }: Props) => (
  <Panel
    title="By service"
    lead="of all decisions in which it was up for choice; required services are in none"
    size="whole"
    {...{ query, tables }}
    table={serviceTable}
    empty={({ services }) => services.length === 0 && 'No service was up for choice in this time.'}
  >
    {({ services }) => (
      <>
        <p className={charts.said}>
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
  </Panel>
);

const partsOf = (rate: number): Part[] => [
  ...(rate > 0 ? [{ from: 0, to: rate, look: 'done' as const }] : []),
  ...(rate < 1 ? [{ from: rate, to: 1, look: 'lost' as const }] : []),
];
