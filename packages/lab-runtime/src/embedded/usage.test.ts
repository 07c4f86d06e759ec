import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { usageOf } from './usage.ts';

it('counts the sockets of all processes, each once, and their mappings', async () => {
  const open = `
    for (let i = 0; i < 60; i++) require('node:net').createServer().listen(0, '127.0.0.1');
    for (let i = 0; i < 60; i++) require('node:fs').openSync('/dev/null');
    process.stdin.resume().on('end', () => process.exit());`;
  const child = `${open} setTimeout(() => console.log('ready'), 300);`;
  const stdio = "{ stdio: ['inherit', 'inherit', 'inherit'] }";
  const parent = `${open} require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], ${stdio});`;
  const top = spawn(process.execPath, ['-e', parent], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(top.stdout, 'data');
  const { descriptors, sockets, processes, mappings } = await usageOf(top.pid ?? 0);
  const maps = readFileSync(`/proc/${top.pid}/maps`, 'utf8').split('\n').length - 1;
  top.kill();
  expect(processes).toBe(2);
  expect(mappings).toBeGreaterThan(1.5 * maps);
  expect(mappings).toBeLessThan(2.5 * maps);
  expect(descriptors).toBeGreaterThan(220);
  // Besides the listening sockets there are both ends of standard input and output, which both processes share
  expect(sockets).toBeGreaterThanOrEqual(120);
  expect(sockets).toBeLessThan(126);
});
