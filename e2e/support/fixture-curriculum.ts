import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startPlatform } from './platform.ts';
import { projectRoot, temporaryFolder } from './server.ts';

/** A small curriculum with every kind of module. */
export const fixture = join(projectRoot, 'packages/curriculum/src/testing/curriculum');

/** Path of the lesson that `startWithEverything` adds to the test curriculum. */
export const everythingPath = '/courses/kinds/modules/everything';

const everything = `---
id: sub-kinds-everything
name: Everything
summary: Every kind of module on one page.
minutes: 5
---

## Read

\`\`\`bash
$ id
uid=1000(mara)
\`\`\`

:::quiz[One of two?]{#one kind=single}
- [x] This
- [ ] That
:::

:::quiz[Which of these?]{#some kind=multiple}
- [x] This
- [x] That
- [ ] Neither
:::

:::quiz[In which order?]{#order kind=ordering}
1. First
2. Second
3. Third
:::

:::quiz[What is it called?]{#name kind=free answers="hex"}
:::

:::drill[Two rows of bytes]{#rows points=4 make=xor-bytes}
XOR the two.
:::

:::flag[The flag of the page]{#page answer="flag{everything}" points=5}
:::

::lab{slug=tide-table}

::video[A beacon at night]{#beacon src="videos/harbour.webm" captions="videos/harbour.en.vtt" chapters="videos/harbour.chapters.vtt" poster="videos/harbour.webp"}

::youtube[How a lighthouse works]{#lighthouse video=h7Kq2xT9mNa}

::file[A capture of one packet]{#capture src="files/harbour.pcap"}

:::poll[Which browser do you use?]{#reader kind=single}
- Firefox
- Chromium
:::

::demo[A shift cipher to play with]{#shift src="demos/shift.html" height=200}

## Look back

The end.
`;

/** Starts a separate platform that has the test curriculum and a lesson with a module of every kind. */
export async function startWithEverything(): ReturnType<typeof startPlatform> {
  const platform = await startPlatform();
  await importEverything(platform);
  return platform;
}

/** Imports the test curriculum and a lesson with a module of every kind. */
export async function importEverything(platform: { databaseUrl: string }): Promise<void> {
  const folder = await temporaryFolder();
  await cp(fixture, folder.path, { recursive: true });
  await writeFile(join(folder.path, 'tests/kinds/01-modules/99-everything.md'), everything);
  await importFolder(folder.path, platform);
  await folder.remove();
}

/** Imports the curriculum of a folder with the operator's command. */
export async function importFolder(folder: string, { databaseUrl }: { databaseUrl: string }): Promise<void> {
  const command = spawn(process.execPath, ['dist/server/cli-import.js', folder], {
    cwd: projectRoot,
    env: { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(command, 'exit');
  if (code !== 0) throw new Error(`The curriculum was not imported: ${code}`);
}
