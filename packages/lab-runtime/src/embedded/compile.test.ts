import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LabBuildError } from '../build-error.ts';
import { runScript } from '../testing/workspace-lab.ts';
import { createEmbeddedRuntime } from './driver.ts';
import { HOME_FOLDER } from './prepare.ts';

const dir = mkdtempSync(join(tmpdir(), 'compile-'));
const cacheDir = join(dir, 'cache');
const runtime = await createEmbeddedRuntime({ cacheDir });
afterAll(async () => {
  await runtime.close();
  rmSync(dir, { recursive: true });
});

const prepare = (source: string, more: Record<string, string> = {}, cflags: string[] = [], sources?: boolean) => {
  const folder = mkdtempSync(join(dir, 'lab-'));
  // A folder that only its owner may enter, as a home directory is
  chmodSync(folder, 0o700);
  for (const [name, text] of Object.entries({ 'lamp.c': source, ...more })) writeFileSync(join(folder, name), text);
  const workspace = { tools: ['gcc'], home: 4, socket: '/lamp/lamp.sock', sources };
  const manifest = { slug: 'lamp', risk: 'code-exec', program: 'lamp.c', cflags, serves: 'socket', workspace } as const;
  return runtime.prepare({ dir: folder, version: '1', manifest: { ...manifest, cflags: [...cflags] } });
};

/** Sends a flag to each client, and what the program sees of this machine. */
const LAMP = `
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include "lamp.h"
int main(void) {
    puts("ready");
    fflush(stdout);
    for (;;) {
        int keeper = accept(3, NULL, NULL);
        if (keeper < 0) return 1;
        dup2(keeper, 1);
        dup2(keeper, 2);
        printf("%s\\n", WORD);
        fflush(stdout);
        system("cat /flag/gold.txt; echo; ls -A / | tr '\\\\n' ' '; echo x 2>&1 >/flag/x; cat; ls /home /proc /etc/passwd 2>&1 | wc -l");
        close(keeper);
        dup2(2, 1);
        close(2);
        close(1);
    }
}`;
const HEADER = { 'lamp.h': '#define WORD "light"\n' };

describe.runIf(runtime.capabilities().workspace.has('gcc'))('a program in C', () => {
  it('is compiled, serves its socket, and is in the home with its source', async () => {
    const lab = await prepare(LAMP, HEADER, ['-O1', '-Wno-unused-result']);
    const started = await runtime.start({ lab, flags: { gold: 'flag{gold}' } });
    if (started.endpoint.kind !== 'unix') throw new Error('There are sockets only.');
    const output = Buffer.concat(await connect(started.endpoint.path).toArray()).toString();
    expect(output).toMatch(/^light\nflag\{gold\}\n(bin |dev |etc |flag |lab |lib\w* |sbin |tmp |usr )+.*x: .*\n3\n$/s);
    expect(
      await runScript(runtime, started, 'cd && ls && head -1 lamp.h && ./lamp </dev/null & sleep 0.2; kill %1'),
    ).toMatch(/^lamp\nlamp.c\nlamp.h\n#define/);
    await runtime.stop(started.ref);
  });

  it('is compiled once', async () => {
    const one = await prepare(LAMP, HEADER);
    const kept = () =>
      readdirSync(cacheDir)
        .filter((name) => name.startsWith('c-'))
        .map((name) => statSync(join(cacheDir, name)).mtimeMs);
    const before = kept();
    expect((await prepare(LAMP, HEADER)).dir).toBe(one.dir);
    expect(kept()).toEqual(before);
    expect((await prepare(LAMP, HEADER, ['-O2'])).dir).not.toBe(one.dir);
    expect(readdirSync(join(one.dir, HOME_FOLDER)).sort()).toEqual(['lamp', 'lamp.c', 'lamp.h']);
  });

  it('is in the home without its sources with workspace.sources: false', async () => {
    const lab = await prepare(LAMP, HEADER, [], false);
    expect(readdirSync(join(lab.dir, HOME_FOLDER))).toEqual(['lamp']);
  });

  it.each([
    ['does not compile', 'int main(void) { return nothing; }', /lamp\.c:1:.*nothing/],
    ['includes a file of the host', '#include "/etc/shadow"\nint main(void) {}', /shadow: No such file/],
    ['includes a device', '#include "/dev/urandom"\nint main(void) {}', /./],
    [
      'embeds the platform',
      `__asm__(".incbin \\"${process.cwd()}/package.json\\""); int main(void) {}`,
      /incbin|not found/,
    ],
    ['grows without end', '#define A(x) x x x x x x x x\n#define B(x) A(A(A(A(x))))\nchar *s = B(B(B("a")));', /./],
    ['is too large', 'char big[64 << 20] = {1}; int main(void) {}', /./],
  ])(
    'rejects a source that %s, with a message that reveals nothing about the host',
    async (_, source, words) => {
      const error = await prepare(source).catch((error: Error) => error);
      expect(error).toBeInstanceOf(LabBuildError);
      const { message } = error as Error;
      expect(message).toMatch(words);
      expect(message).not.toContain(dir);
      expect(message.length).toBeLessThan(9000);
    },
    60_000,
  );
});
