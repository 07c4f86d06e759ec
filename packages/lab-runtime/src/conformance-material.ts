import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LabRuntime, type StartedInstance, StartFailed } from './runtime.ts';
import { runScript, type WorkspaceLab, writeWorkspaceLab } from './testing/workspace-lab.ts';

const MAKER = `
export default (flags) => {
  if (flags.gold === 'none') throw new Error('There is no gold.');
  const sealed = [
    { path: 'sealed/deep/note', content: '' },
    { path: 'sealed/deep/', content: '', mode: 0o400 },
    { path: 'sealed/', content: '', mode: 0o555 },
  ];
  return [
    ...(flags.sealed ? sealed : []),
    ...Array.from({ length: Number(flags.files ?? 0) }, (_, i) => ({ path: 'many/' + i, content: '' })),
    { path: 'cellar/.note', content: 'It says ' + flags.gold, mode: 0o600, modifiedAt: new Date('1998-03-01T00:00:00Z') },
    { path: 'run.sh', content: '#!/bin/sh\\necho runs\\n', mode: 0o755 },
    { path: 'image', content: Buffer.alloc(Number(flags.megabytes ?? 1) * 1024 * 1024, 'x') },
  ];
};
`;

/** Registers the tests of generated files (`material.ts`), which every driver with workspaces must pass. */
export function describeMaterial(name: string, create: () => Promise<LabRuntime>): void {
  describe(`${name} gives an instance files of its own`, () => {
    let runtime: LabRuntime;
    let folder: WorkspaceLab;
    beforeAll(async () => {
      runtime = await create();
      folder = writeWorkspaceLab();
      writeFileSync(join(folder.dir, 'material.ts'), MAKER);
    });
    afterAll(async () => {
      await runtime.close();
      rmSync(folder.dir, { recursive: true });
    });
    const use = async (
      flags: Record<string, string>,
      look: (started: StartedInstance) => Promise<void>,
      home?: Readable,
    ) => {
      const started = await runtime.start({ lab: await folder.prepare(runtime), flags, home: home ?? null });
      await look(started).finally(() => runtime.stop(started.ref));
    };

    it('generates files from the flags, with their permissions and times, and does not keep them with the home', async () => {
      let home = Buffer.alloc(0);
      await use({ gold: 'flag{one}' }, async (started) => {
        expect(await runScript(runtime, started, 'cat /material/cellar/.note')).toBe('It says flag{one}');
        const details = 'stat -c "%a %U %Y" /material/cellar/.note && /material/run.sh && stat -c %s /material/image';
        expect(await runScript(runtime, started, details)).toBe(
          `600 learner ${Date.UTC(1998, 2, 1) / 1000}\nruns\n${2 ** 20}\n`,
        );
        await runScript(runtime, started, 'echo mine > ~/mine');
        expect(await runScript(runtime, started, 'ls /material; ls ~ /lab | grep material')).toBe(
          'cellar\nimage\nrun.sh\n',
        );
        home = Buffer.concat(await (await runtime.saveHome(started.ref)).toArray());
      });
      await use(
        { gold: 'flag{two}' },
        async (started) => {
          expect(await runScript(runtime, started, 'cat ~/mine /material/cellar/.note; ls /material')).toBe(
            'mine\nIt says flag{two}cellar\nimage\nrun.sh\n',
          );
        },
        Readable.from([home]),
      );
    });

    it('does not let the workspace change the files', async () => {
      await use({ gold: 'flag{one}' }, async (started) => {
        const attempts = [
          'touch /material/new',
          'mkdir /material/folder',
          'chmod 644 /material/cellar/.note',
          'rm -f /material/run.sh',
          'ln /material/run.sh /material/link',
          'touch -d yesterday /material/run.sh',
          'echo more >>/material/run.sh',
        ];
        const output = await runScript(runtime, started, `exec 2>&1\n${attempts.join('\n')}`);
        expect(output.trim().split('\n')).toEqual(attempts.map(() => expect.stringMatching(/Read-only file system$/)));
      });
    });

    it('creates files in folders without write permission, and removes them all', async () => {
      const { ref } = await runtime.start({
        lab: await folder.prepare(runtime),
        flags: { gold: 'flag{one}', sealed: '1' },
      });
      expect(
        await runScript(runtime, { ref } as StartedInstance, 'stat -c "%a %n" /material/sealed /material/sealed/deep'),
      ).toBe('555 /material/sealed\n400 /material/sealed/deep\n');
      await runtime.stop(ref);
      expect(await runtime.list()).toEqual([]);
    });

    it('reports why it does not start', async () => {
      const start = (flags: Record<string, string>) => use(flags, async () => {});
      const error = await start({ gold: 'none' }).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(StartFailed);
      expect(String(error)).toContain('There is no gold.');
      await expect(start({ files: '20000' })).rejects.toThrow('The material does not fit into the workspace.');
      await expect(start({ megabytes: '40' })).rejects.toThrow('The material does not fit into the workspace.');
      expect(await runtime.list()).toEqual([]);
    });
  });
}
