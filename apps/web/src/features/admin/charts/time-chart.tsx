import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { dateFormat, number } from '#lib/format.ts';
import { gridLevels, slotsOf, sumSlots } from './chart-scale.ts';
import css from './time-chart.module.css';

export interface Series {
  name: string;
  /** One value per day. */
  values: readonly number[];
  /** `before` draws the previous period as a dotted line. Several bar series overlap. */
  kind: 'bar' | 'line' | 'before';
  tone: 'blue' | 'teal' | 'violet' | 'phosphor' | 'gained' | 'lost' | 'ink';
  /** Shades the area below the line in depth bands, like the sea off a coast. */
  isCoast?: boolean;
}

interface Props {
  /** Accessible name. */
  name: string;
  days: readonly string[];
  series: readonly Series[];
  /** Days per bar. */
  slotDays?: number;
  height?: number;
  /** Writes the value above each bar if there is room. */
  labelled?: boolean;
}

const shortDay = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });
const top = 14;
const axis = 30;
/** Width of a character in the chart's 11-pixel monospaced font, in pixels. */
const charWidth = 6.7;

/** Chart of bars and lines over days. Arrow keys, Home, End and the pointer move a cursor with the values of a day. */
export function TimeChart({ name, days, series, slotDays = 1, height = 150, labelled = false }: Props) {
  const [box, width] = useWidth();
  const [cursor, setCursor] = useState<number | null>(null);
  const slots = slotsOf(days.length, slotDays);
  const drawn = series.map((one) => ({ ...one, values: sumSlots(one.values, slots) }));
  const levels = gridLevels(drawn.flatMap(({ values }) => values));
  const [low, high] = [levels[0] ?? 0, levels.at(-1) ?? 1];
  const lines = drawn.filter(({ kind }) => kind === 'line');
  const left = Math.max(...levels.map((level) => number(level).length)) * charWidth + 8;
  const right = lines.length > 0 ? Math.max(...lines.map((line) => endName(line).length)) * charWidth + 10 : 4;
  const inner = Math.max(40, width - left - right);
  const count = slots.starts.length;
  const step = inner / count;
  const x = (slot: number) => left + (slot + 0.5) * step;
  const y = (value: number) => top + (height - top) * (1 - (value - low) / (high - low));
  const dayOf = (slot: number) => days[slots.starts[slot] ?? 0] ?? '';

  const dayName = (slot: number) => `${slotDays > 1 ? 'From ' : ''}${shortDay(dayOf(slot))}`;
  const valueText = (slot: number) =>
    `${dayName(slot)}: ${drawn.map((one) => `${one.name} ${number(Math.abs(one.values[slot] ?? 0))}`).join(', ')}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const at = cursor ?? count - 1;
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCursor(Math.min(count - 1, Math.max(0, next)));
  };
  const onPointer = ({ clientX, currentTarget }: PointerEvent) => {
    const slot = Math.floor((clientX - currentTarget.getBoundingClientRect().left - left) / step);
    setCursor(slot >= 0 && slot < count ? slot : null);
  };
  const at = cursor !== null && cursor < count ? cursor : null;
  return (
    <div
      ref={box}
      className={css.chart}
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={(at ?? count - 1) + 1}
      aria-valuetext={valueText(at ?? count - 1)}
      onKeyDown={onKeyDown}
      onFocus={() => setCursor((slot) => slot ?? count - 1)}
      onBlur={() => setCursor(null)}
      onPointerMove={onPointer}
      onPointerLeave={() => setCursor(null)}
    >
      <svg width={width} height={height + axis} aria-hidden="true">
        {levels.map((level) => (
          <g key={level}>
            <line
              className={level === 0 ? css.zero : css.level}
              x1={left}
              x2={left + inner}
              y1={y(level)}
              y2={y(level)}
            />
            <text className={css.label} x={left - 6} y={y(level) + 4} textAnchor="end">
              {number(level)}
            </text>
          </g>
        ))}
        {drawn
          .filter(({ kind }) => kind === 'bar')
          .map((bars, index) => (
            <Bars
              key={bars.name}
              {...{ bars, x, y }}
              width={Math.max(1, step * (index === 0 || labelled ? 0.66 : 0.36))}
              labelled={labelled && step > 30}
            />
          ))}
        {drawn
          .filter(({ kind }) => kind !== 'bar')
          .map((line) => (
            <Line key={line.name} {...{ line, x, y }} />
          ))}
        {placeEndLabels(lines, y).map(({ line, at: end }) => (
          <text key={line.name} className={css.end} data-tone={line.tone} x={left + inner + 6} y={end + 4}>
            {endName(line)}
          </text>
        ))}
        <TimeAxis {...{ days, left, inner, width }} y={height + 6} />
        {at !== null && (
          <Cursor
            {...{ height, width }}
            x={x(at)}
            dots={drawn.flatMap(({ kind, values }) => (kind === 'line' ? [y(values[at] ?? 0)] : []))}
          >
            <time dateTime={dayOf(at)}>{dayName(at)}</time>
            {drawn.map((one) => (
              <span key={one.name} data-tone={one.tone}>
                {one.name} <b>{number(Math.abs(one.values[at] ?? 0))}</b>
              </span>
            ))}
          </Cursor>
        )}
      </svg>
    </div>
  );
}

const endName = ({ name, values }: Pick<Series, 'name' | 'values'>) => `${name} ${number(values.at(-1) ?? 0)}`;

/** Positions the names of the lines at their ends so that they do not overlap. */
function placeEndLabels<L extends { values: number[] }>(
  lines: L[],
  y: (value: number) => number,
): { line: L; at: number }[] {
  const placed: { line: L; at: number }[] = [];
  const byHeight = [...lines].sort((a, b) => (b.values.at(-1) ?? 0) - (a.values.at(-1) ?? 0));
  for (const line of byHeight) {
    const last = placed.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    placed.push({ line, at: Math.max(y(line.values.at(-1) ?? 0), last + 15) });
  }
  // Labels that overflow the bottom move up together.
  const overflow = Math.max(0, (placed.at(-1)?.at ?? 0) - y(0));
  return placed.map((one) => ({ ...one, at: one.at - overflow }));
}

interface Scale {
  x: (slot: number) => number;
  y: (value: number) => number;
}

interface BarsProps extends Scale {
  bars: { values: number[]; tone: string };
  width: number;
  /** Writes the value at the end of each bar. */
  labelled: boolean;
}

/** Bars of one series. The last one is dashed because its period has not ended. */
function Bars({ bars, x, y, width, labelled }: BarsProps) {
  const last = bars.values.length - 1;
  return (
    <g data-tone={bars.tone}>
      {bars.values.map((value, slot) =>
        value === 0 ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a slot is identified by its index
          <g key={slot}>
            <rect
              className={slot === last ? css.unfinished : css.bar}
              x={x(slot) - width / 2}
              width={width}
              y={Math.min(y(value), y(0))}
              height={Math.max(1, Math.abs(y(value) - y(0)))}
            />
            {labelled && (
              <text className={css.value} x={x(slot)} y={y(value) + (value > 0 ? -4 : 12)} textAnchor="middle">
                {number(value)}
              </text>
            )}
          </g>
        ),
      )}
    </g>
  );
}

/** Height of one depth band, in pixels. */
const depthBand = 12;

function Line({ line, x, y }: Scale & { line: Pick<Series, 'kind' | 'tone' | 'isCoast'> & { values: number[] } }) {
  const points = line.values.map((value, slot) => `${x(slot)} ${y(value)}`);
  if (line.kind === 'before') return <path className={css.before} d={`M${points.join('L')}`} />;
  return (
    <g data-tone={line.tone}>
      {line.isCoast &&
        [1, 2, 3].map((depth) => {
          const floor = line.values.map((value, slot) => `${x(slot)} ${Math.min(y(0), y(value) + depth * depthBand)}`);
          return <path key={depth} className={css.depth} d={`M${points.join('L')}L${floor.reverse().join('L')}Z`} />;
        })}
      <path className={css.line} d={`M${points.slice(0, -1).join('L')}`} />
      <path className={css.unfinishedLine} d={`M${points.slice(-2).join('L')}`} />
    </g>
  );
}

interface TimeAxisProps {
  days: readonly string[];
  left: number;
  inner: number;
  /** Width of the whole chart, so that no label is cut off at its end. */
  width: number;
  y: number;
}

/** Time axis with one segment per week, or one per month for more than 100 days. */
function TimeAxis({ days, left, inner, width, y }: TimeAxisProps) {
  const isLong = days.length > 100;
  const starts = isLong
    ? days.flatMap((day, index) => (index === 0 || day.endsWith('-01') ? [index] : []))
    : slotsOf(days.length, 7).starts;
  const at = (index: number) => left + (inner * index) / days.length;
  let free = Number.NEGATIVE_INFINITY;
  return (
    <g>
      <rect className={css.zebra} x={left} width={inner} y={y} height={5} />
      {starts.map((start, field) => {
        const end = at(starts[field + 1] ?? days.length);
        const isFree = at(start) >= free && at(start) + 7 * charWidth < width;
        if (isFree) free = at(start) + 58;
        return (
          <g key={start}>
            {field % 2 === 0 && <rect className={css.field} x={at(start)} width={end - at(start)} y={y} height={5} />}
            {isFree && (
              <text className={css.label} x={at(start)} y={y + 20}>
                {shortDay(days[start] ?? '')}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

interface CursorProps {
  x: number;
  height: number;
  width: number;
  dots: number[];
  /** Tooltip content. It is HTML, so that the browser sizes it to its text. */
  children: ReactNode;
}

function Cursor({ x, height, width, dots, children }: CursorProps) {
  const isRightHalf = x > width / 2;
  const room = isRightHalf ? { x: 0, width: x - 8 } : { x: x + 8, width: width - x - 8 };
  return (
    <g>
      <line className={css.cursor} x1={x} x2={x} y1={0} y2={height + 6} />
      {dots.map((dot) => (
        <circle key={dot} className={css.dot} cx={x} cy={dot} r={3} />
      ))}
      <foreignObject {...room} y={0} height={height}>
        <p className={css.tip} data-late={isRightHalf}>
          {children}
        </p>
      </foreignObject>
    </g>
  );
}

/** Tracks the width of the chart's box. Text keeps its size, so the SVG cannot simply be scaled. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(320);
  useEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width] as const;
}
