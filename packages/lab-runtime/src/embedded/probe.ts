import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Capabilities } from '../runtime.ts';
import { ended, kill, launch } from './launch.ts';
import { findToolbox, sandboxCommand, type Toolbox } from './sandbox.ts';
import { keepTail } from './tail.ts';

export interface Probed {
  capabilities: Capabilities;
  /** Undefined without a sandbox. */
  tools: Toolbox | undefined;
}

/** Says from inside whether the box holds: no network but loopback, no privilege, no place to write but /tmp. */
const CHECK = `
import { writeFileSync, readdirSync } from 'node:fs';
let writable = true;
try { writeFileSync('/lab/x', ''); } catch { writable = false; }
writeFileSync('/tmp/x', '');
const rootless = process.getuid() !== 0;
process.stdout.write(!writable && rootless && !readdirSync('/').includes('home') ? 'holds' : 'leaks');
`;

/**
 * Finds out what can be started here by starting it. An installed bwrap says little, because distributions and
 * containers forbid it in many ways.
 */
export async function probe(runDir: string): Promise<Probed> {
  if (process.platform === 'win32') {
    const advice = 'Labs need Linux or macOS. On Windows, run Hexpedition inside WSL 2.';
    return { capabilities: { isolation: 'none', hardLimits: false, advice }, tools: undefined };
  }
  try {
    if (process.platform !== 'linux') throw new Error('it works on Linux only');
    const tools = await findToolbox();
    await tryOut(tools, runDir);
    return { capabilities: { isolation: 'namespaced', hardLimits: true, advice: null }, tools };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { capabilities: { isolation: 'process', hardLimits: false, advice: adviceFor(why) }, tools: undefined };
  }
}

async function tryOut(tools: Toolbox, runDir: string): Promise<void> {
  const lab = join(runDir, 'probe');
  await mkdir(lab, { recursive: true, mode: 0o755 });
  await writeFile(join(lab, 'app.mjs'), CHECK, { mode: 0o644 });
  const child = launch(sandboxCommand(tools, { lab, flags: {}, uid: firstUid }), 'ignore', {});
  const said = keepTail([child.stdout, child.stderr]);
  const timer = setTimeout(() => kill(child), 10_000);
  const how = await ended(child);
  clearTimeout(timer);
  if (said() !== 'holds') throw new Error(said() || how);
}

/**
 * Users for instances, when this process is root: a range that systemd leaves alone, below the largest signed 32-bit
 * number. See https://systemd.io/UIDS-GIDS/.
 */
export const firstUid = 1_880_000_000;

function adviceFor(why: string): string {
  const enable =
    process.platform === 'linux'
      ? 'Install bubblewrap 0.7 or newer and allow it to make namespaces (Ubuntu 24.04 needs an AppArmor profile for bwrap; a container needs CAP_SYS_ADMIN or user namespaces).'
      : 'Run Hexpedition on Linux with bubblewrap.';
  return `${enable} The sandbox could not be started: ${why}`;
}
