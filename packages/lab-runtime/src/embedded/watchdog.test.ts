import { expect, it } from 'vitest';
import { createWatch } from './watchdog.ts';

const MB = 1024 * 1024;
const at = (cpuMs: number, memory = 50 * MB) => ({
  cpuMs,
  memory,
  processes: 3,
  descriptors: 30,
  sockets: 5,
  mappings: 400,
});

it('lets an instance work and rest', () => {
  const watch = createWatch();
  for (let second = 0; second < 600; second += 2) expect(watch.check(second * 1000, at(second * 500))).toBeNull();
});

it('ends an instance that uses a whole processor', () => {
  const watch = createWatch();
  let verdict: string | null = null;
  let second = 0;
  for (; second < 120 && !verdict; second += 2) verdict = watch.check(second * 1000, at(second * 1000));
  expect(verdict).toMatch(/processor/);
  expect(second).toBeGreaterThan(40);
  expect(second).toBeLessThan(60);
});

it('counts CPU time of short-lived processes', () => {
  const watch = createWatch();
  let verdict: string | null = null;
  for (let i = 0; i < 60 && !verdict; i++) verdict = watch.check(i * 2000, at(i % 2 === 0 ? 0 : 4000));
  expect(verdict).toMatch(/processor/);
});

it('ends an instance that uses too much memory, or too many descriptors, sockets or mappings', () => {
  expect(createWatch().check(0, at(0, 513 * MB))).toMatch(/memory/);
  expect(createWatch().check(0, { ...at(0), descriptors: 401 })).toMatch(/files and connections/);
  expect(createWatch().check(0, { ...at(0), sockets: 151 })).toMatch(/connections/);
  expect(createWatch().check(0, { ...at(0), mappings: 12_001 })).toMatch(/mappings/);
});

it('ends an instance with too many files or terminals, and not one that the kernel has stopped at the limit', () => {
  const watch = createWatch();
  expect(watch.checkCounts({ files: 20_000, terminals: 24 })).toBeNull();
  expect(watch.checkCounts({ files: 20_001, terminals: 0 })).toBe('It made more files than a lab may have.');
  expect(watch.checkCounts({ files: 0, terminals: 25 })).toBe('It had more terminals open than a lab may have.');
});
