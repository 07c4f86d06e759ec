import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toCsv } from './csv.ts';
import type { FigureTable } from './figure-table.ts';
import css from './panel.module.css';

interface Props<T> {
  title: string;
  /** What exactly is counted. */
  lead?: ReactNode;
  /** A choice at the right of the title. */
  choice?: ReactNode;
  size?: 'wide' | 'whole';
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  table: (data: T) => FigureTable;
  /** Said in place of a chart that would show nothing. */
  empty: (data: T) => string | false;
  /** Whether all panels show tables. */
  tables: boolean;
  children: (data: T) => ReactNode;
}

/** One chart, its table, and its CSV. */
export function Panel<T>({ title, lead, choice, size, query, table, empty, tables, children }: Props<T>) {
  const id = useId();
  const [turned, setTurned] = useState(false);
  const { data, error, isFetching, refetch } = query;
  const isTable = tables !== turned;
  const nothing = data !== undefined && empty(data);
  return (
    <Card as="section" size="sm" className={css.panel} data-size={size} aria-labelledby={id}>
      <header className={css.head}>
        <div className={css.words}>
          <h2 id={id} className={css.title}>
            {title}
          </h2>
          {choice}
          {lead && <p className={css.lead}>{lead}</p>}
        </div>
        {data && (
          <span className={css.buttons}>
            <Button
              square
              size="sm"
              variant="quiet"
              icon="list"
              aria-label={`${title} as a table`}
              aria-pressed={isTable}
              onClick={() => setTurned(!turned)}
            />
            <Button
              square
              size="sm"
              variant="quiet"
              icon="download"
              aria-label={`${title} as CSV`}
              onClick={() =>
                saveFile(`${title.toLowerCase().replaceAll(' ', '-')}.csv`, 'text/csv', toCsv(table(data)))
              }
            />
          </span>
        )}
      </header>
      {error && !data && <DidNotLoad what={title} {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" />}
      {data && isTable && <Figures {...table(data)} title={title} />}
      {data && !isTable && (nothing ? <p className={css.empty}>{nothing}</p> : children(data))}
    </Card>
  );
}

const Figures = ({ columns, rows, title }: FigureTable & { title: string }) => (
  // It scrolls by itself, so the keyboard has to reach it.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  <section className={css.scroll} aria-label={`${title}, table`} tabIndex={0}>
    <table className={css.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...rest]) => (
          <tr key={first}>
            <th scope="row">{first}</th>
            {rest.map((cell, index) => (
              <td key={columns[index + 1]}>
                {typeof cell === 'number' ? cell.toLocaleString('en-GB') : (cell ?? '–')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

interface HeadlineProps {
  value: string;
  /** What it was in the period before, to compare; left out where there is none. */
  now?: number;
  before?: number;
  children?: ReactNode;
}

/** The one figure of a panel, and how it has changed. */
export const Headline = ({ value, now = 0, before = 0, children }: HeadlineProps) => (
  <p className={css.headline}>
    <strong>{value}</strong>
    {before > 0 && (
      <span data-tone={now >= before ? 'up' : 'down'}>
        {now >= before ? '+' : ''}
        {Math.round((now / before - 1) * 100)}%
      </span>
    )}
    <span>{children}</span>
  </p>
);

/** Shows in a legend what it is the key to. */
export const Swatch = ({
  look,
}: {
  look: 'solid' | 'outline' | 'kept' | 'gained' | 'lost' | 'hatched' | 'mark' | 'dotted';
}) => <i className={css.swatch} data-look={look} />;
