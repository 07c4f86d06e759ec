import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StartError } from '#platform/start-error';
import { runWithArguments, typedPath } from './arguments.ts';

const printed: string[] = [];
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation((text) => printed.push(text));
  vi.spyOn(console, 'error').mockImplementation((text) => printed.push(text));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  printed.length = 0;
  process.exitCode = undefined;
});

/** Runs a command with these arguments. Returns what it got, what it printed, and its exit code. */
async function type(args: string[], run?: () => Promise<void>) {
  const got: unknown[] = [];
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'command', ...args]);
  const options = { key: { type: 'string' }, quiet: { type: 'boolean', default: false } } as const;
  await runWithArguments('Usage: command <file>', { options, operands: [1, 1] }, async (given) => {
    got.push({ ...given.values, files: given.positionals });
    await run?.();
  });
  return { got, text: printed.join('\n'), code: process.exitCode };
}

it('passes options and files on', async () => {
  const { got, code } = await type(['a.age', '--key', 'k']);
  expect(got).toEqual([{ key: 'k', quiet: false, files: ['a.age'] }]);
  expect(code).toBeUndefined();
});

it('prints the usage for --help', async () => {
  expect(await type(['--help'])).toEqual({ got: [], text: 'Usage: command <file>', code: undefined });
});

it.each([
  [[], /^The file is missing\./],
  [['a', 'b'], /^Unexpected argument "b"\.\n/],
  [['a', '--kee', 'k'], /^Unknown option '--kee'\n/],
  [['a', '--key'], /^Option '--key <value>' argument missing/],
])('says what is wrong with %j, and runs nothing', async (args, message) => {
  const { got, text, code } = await type(args);
  expect(got).toEqual([]);
  expect(text).toMatch(message);
  expect(text).toContain('Usage: command <file>');
  expect(code).toBe(2);
});

it('prints why the command failed, and what to do', async () => {
  const { text, code } = await type(['a'], async () => {
    throw new StartError('The archive is encrypted.', 'Use --key <file>.');
  });
  expect(text).toBe('The archive is encrypted.\nUse --key <file>.');
  expect(code).toBe(1);
});

it('resolves a path from the folder in which the command was typed', () => {
  vi.stubEnv('INIT_CWD', '/srv/backups');
  expect(typedPath('today.age')).toBe('/srv/backups/today.age');
  vi.stubEnv('INIT_CWD', undefined);
  expect(typedPath('today.age')).toBe(resolve('today.age'));
});
