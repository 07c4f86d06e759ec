import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LabRuntime, PreparedLab, StartedInstance } from '../runtime.ts';

/** The program of the lab: it returns all that it receives over its socket. */
const ECHO = `
import { serveSocket } from '${join(import.meta.dirname, '../kit.ts').replaceAll('\\', '/')}';
serveSocket((socket) => socket.pipe(socket));
`;

export interface WorkspaceLab {
  dir: string;
  prepare(runtime: LabRuntime): Promise<PreparedLab>;
}

/** Writes a lab with a workspace into a new folder. */
export function writeWorkspaceLab(program = ECHO, serves: 'http' | 'socket' = 'socket'): WorkspaceLab {
  const dir = mkdtempSync(join(tmpdir(), 'workspace-lab-'));
  mkdirSync(join(dir, 'workspace/bin'), { recursive: true });
  writeFileSync(join(dir, 'app.ts'), program);
  writeFileSync(join(dir, 'workspace/notes.txt'), 'The key is under the mat.\n');
  writeFileSync(join(dir, 'workspace/bin/hello'), '#!/bin/sh\necho hello\n', { mode: 0o755 });
  const workspace = { tools: [], home: 4, socket: '/lamp/lamp.sock' };
  const manifest = { slug: 'echo', risk: 'code-exec', serves, workspace } as const;
  return { dir, prepare: (runtime) => runtime.prepare({ dir, version: '1', manifest }) };
}

/** Runs a script in the workspace and returns its output. */
export async function runScript(
  runtime: LabRuntime,
  { ref }: StartedInstance,
  script: string,
  input = '',
): Promise<string> {
  const stream = await runtime.runInWorkspace(ref, script);
  stream.end(input);
  return Buffer.concat(await stream.toArray()).toString();
}
