import { type ReactNode, useId } from 'react';
import css from './row-chart.module.css';

/** Segment of a row's bar. `from` and `to` are shares of the width, from 0 to 1. */
export interface Part {
  from: number;
  to: number;
  look: 'kept' | 'lost' | 'outline' | 'done' | 'mark';
}

interface Row {
  key: string;
  name: ReactNode;
  /** A small line below the name. */
  note?: ReactNode;
  parts: readonly Part[];
  figures: ReactNode;
}

interface Props {
  name: string;
  rows: readonly Row[];
  /** Draws each bar as an arrow, for steps of a funnel. */
  pointed?: boolean;
}

/** One bar per row, between the row's name and its figures. The bars are decorative: the text has all information. */
export function RowChart({ rows, name, pointed = false }: Props) {
  const hatch = useId();
  return (
    <ol className={css.rows} aria-label={name}>
      {rows.map((row, index) => (
        <li key={row.key} className={css.row}>
          <span className={css.name}>
            {row.name}
            {row.note && <small className={css.note}>{row.note}</small>}
          </span>
          <svg className={css.bar} aria-hidden="true">
            {index === 0 && (
              <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect className={css.hatch} width="1.6" height="5" />
              </pattern>
            )}
            <line className={css.axis} y2="100%" />
            {row.parts.map((part) =>
              pointed ? (
                <Arrow key={part.look + part.from} {...part} />
              ) : (
                <Block
                  key={part.look + part.from}
                  {...part}
                  fill={part.look === 'lost' ? `url(#${hatch})` : undefined}
                />
              ),
            )}
          </svg>
          <span className={css.figures}>{row.figures}</span>
        </li>
      ))}
    </ol>
  );
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

const Block = ({ from, to, look, fill }: Part & { fill: string | undefined }) => (
  <rect
    className={css[look]}
    x={percent(from)}
    width={percent(Math.max(0.004, to - from))}
    y={look === 'mark' ? 0 : 2}
    height={look === 'mark' ? 24 : 20}
    {...(fill && { fill })}
  />
);

/** Arrow that starts at the axis. Its tip has the same size at every length. */
function Arrow({ to, look }: Part) {
  const end = Math.max(6, to * 100);
  return (
    <svg viewBox="0 0 100 24" preserveAspectRatio="none" width="100%" height="24" aria-hidden="true">
      <path className={css[look]} d={`M0 2H${end - 5}L${end} 12L${end - 5} 22H0L5 12Z`} />
    </svg>
  );
}
