import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { forWorkspace } from './prepare.ts';

it('copies the helpers that the manifest names, and the files of workspace/, into a new home', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'prepare-'));
  try {
    await mkdir(join(dir, 'workspace'));
    await writeFile(join(dir, 'workspace/notes.txt'), 'Hello.');
    const workspace = { tools: [], home: 1, helpers: ['talk.py' as const] };
    const lab = { dir, version: '1', manifest: { slug: 'x', risk: 'bounded' as const, workspace } };
    const inputs = new Set<string>();
    const { files } = await forWorkspace(lab, new Map(), new Map(), inputs);
    expect([...files.keys()].sort()).toEqual(['home/notes.txt', 'home/talk.py']);
    const [helper = ''] = [...inputs];
    expect(helper).toMatch(/lab-runtime\/workspace\/talk\.py$/);
    expect(files.get('home/talk.py')).toEqual(await readFile(helper));
  } finally {
    await rm(dir, { recursive: true });
  }
});
