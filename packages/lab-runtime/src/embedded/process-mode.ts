import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Box, SandboxCommand } from './sandbox.ts';

/**
 * Returns the command that runs a lab without a sandbox: an ordinary process under Node's permission flag. It can read
 * the lab's folder and its flags, and cannot write files or start processes. That is enough only for a lab in which
 * visitors cannot run code.
 */
export async function processCommand(
  box: Omit<Box, 'uid'>,
  runDir: string,
): Promise<SandboxCommand & { env: Record<string, string>; flagDir: string }> {
  const flagDir = await mkdtemp(join(runDir, 'flag-'));
  for (const [id, flag] of Object.entries(box.flags)) {
    await writeFile(join(flagDir, `${id}.txt`), flag, { mode: 0o400 });
  }
  return {
    file: process.execPath,
    args: [
      ...permissionFlags(),
      ...[box.lab, flagDir].map((dir) => `--allow-fs-read=${dir}/*`),
      '--no-warnings',
      '--max-old-space-size=128',
      join(box.lab, 'app.mjs'),
    ],
    inputs: [],
    env: { NODE_ENV: 'production', TZ: 'UTC', FLAG_DIR: flagDir },
    flagDir,
  };
}

/** The flag lost its prefix in Node 22.13. Since version 25 it covers the network, and so the lab's socket */
function permissionFlags(): string[] {
  const known = process.allowedNodeEnvironmentFlags;
  const flag = known.has('--permission') ? '--permission' : '--experimental-permission';
  return known.has('--allow-net') ? [flag, '--allow-net'] : [flag];
}
