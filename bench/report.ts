import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../apps/server/src/platform/paths.ts';
import type { SideResult } from './compare.ts';

/** One row of a table: cell text by column name. */
export type Row = Record<string, string>;

export function printTable(title: string, rows: Row[]): void {
  console.log(`\n${title}\n`);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => (row[name] ?? '').length)));
  // Text is aligned left, numbers right.
  const line = (cells: string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ');
  console.log(`  ${line(names)}\n  ${widths.map((width) => '-'.repeat(width)).join('  ')}`);
  for (const row of rows) console.log(`  ${line(names.map((name) => row[name] ?? ''))}`);
}

export const number = (value: number, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const milliseconds = (microseconds: number) => number(microseconds / 1_000, 2);
export const megabytes = (bytes: number | undefined) => (bytes === undefined ? '–' : number(bytes / 1e6, 1));
export const kilobytes = (bytes: number) => number(bytes / 1_000, 1);

/** Returns the rows of one comparison. The last side is the baseline of the ratios. */
export function sideRows(what: string, sides: SideResult[]): Row[] {
  const cpu = (value: number | undefined) => (value === undefined ? '–' : number(value));
  return sides.map((side, index) => ({
    '': index === 0 ? what : '',
    served: side.name,
    'req/s': number(side.perSecond),
    ratio: index === sides.length - 1 ? '1' : number(side.ratio, 2),
    'p50 ms': milliseconds(side.p50),
    'p95 ms': milliseconds(side.p95),
    'p99 ms': milliseconds(side.p99),
    'max ms': milliseconds(side.max),
    'bytes each': number(side.bytesPerAnswer),
    'CPU µs': cpu(side.serverCpu),
    'database µs': cpu(side.databaseCpu),
    failed: number(Object.values(side.failures).reduce((sum, count) => sum + count, 0)),
    generator: `${number(side.generatorBusy * 100)} %`,
  }));
}

/** Returns warnings that a reader needs before trusting the numbers. */
export function warnings(sides: SideResult[]): string[] {
  const busy = sides.some((side) => side.generatorBusy > 0.95);
  const failures = sides.flatMap((side) =>
    Object.entries(side.failures).map(([why, n]) => `${side.name}: ${n} × ${why}`),
  );
  return [
    ...(busy ? ['The load generator was at its limit: the faster side could do more. Compare CPU µs as well.'] : []),
    ...(failures.length > 0 ? [`Failures: ${failures.join(', ')}.`] : []),
  ];
}

const machine = () => ({
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memory: totalmem(),
  system: `${process.platform} ${release()}`,
  node: process.version,
});

/** Writes a result to `.cache/bench/<name>.json`. `loadBefore` above the number of cores means a noisy machine. */
export function writeReport(name: string, result: object): void {
  const folder = join(projectRoot, '.cache/bench');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  const report = { benchmark: name, at: new Date().toISOString(), machine: machine(), ...result };
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\n${describeMachine()}\nAll rounds are in ${file}.`);
}

/** Load average of the last minute; read it before the benchmark adds its own. */
export const loadNow = () => loadavg()[0] ?? 0;

function describeMachine(): string {
  const { processor, cores, node, system } = machine();
  return `${processor}, ${cores} cores, ${system}, Node ${node}.`;
}
