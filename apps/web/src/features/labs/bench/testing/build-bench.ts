import type { Lab, Repair, RepairReport } from '@hexpedition/contract';
import { buildLab } from '#lib/testing/builders.ts';

/** Builds a lab with a shell and a repair; the Lamplighter by default. */
export const buildBenchLab = (changes: Partial<Lab> = {}): Lab =>
  buildLab({
    slug: 'lamplighter',
    name: 'The Lamplighter',
    topic: 'reversing',
    flags: 1,
    serves: 'socket',
    workspace: { tools: ['gdb'], home: 32, socket: '/lamp/lamp.sock' },
    repair: { id: 'repair', name: 'Mend the light', points: 30, files: ['lamp.c'] },
    ...changes,
  });

export const buildReport = (changes: Partial<RepairReport> = {}): RepairReport => ({
  ran_at: '2026-11-25T12:31:00.000Z',
  build_error: null,
  tests: [
    { name: 'lights a lamp', ok: true, ms: 4, message: null },
    { name: 'takes a name of 47 letters', ok: true, ms: 3, message: null },
  ],
  exploit: 'fails',
  repaired: true,
  points: 30,
  ...changes,
});

export const buildRepair = (changes: Partial<Repair> = {}): Repair => ({
  source_price: null,
  points: 30,
  files: [{ name: 'lamp.c', original: 'read(fd, name, 256);\n', text: 'read(fd, name, 256);\n' }],
  saved_at: null,
  report: null,
  repaired_at: null,
  ...changes,
});
