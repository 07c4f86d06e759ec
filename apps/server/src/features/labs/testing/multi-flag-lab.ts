import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FlagVerdict, OpenHints } from '@hexpedition/contract';
import { hashFlag } from '@hexpedition/curriculum/flag-hash';
import { sql } from 'kysely';
import { awardFlag } from '#features/flags/flags.public';
import type { Caller, TestApp } from '#testing/test-app';
import { syncLabs } from '../labs.sync.ts';

type Learner = Caller & { pk: number };

export const manifest = `slug: lamp-room
name: Lamp Room
summary: A lamp.
tier: 0
difficulty: hard
minutes: 45
risk: code-exec
topic: reversing
tags: [buffer overflow]
tools: [gdb, gcc]
trainings: [named, hidden-one, no-such]
program: lamp.c
serves: socket
workspace: { tools: [gdb], home: 16, socket: /lamp/lamp.sock }
repair: { id: mend, name: Mend the lamp, points: 25, files: [lamp.c] }
flags:
  - { id: first, name: First, points: 11, task: 'Look *here*.' }
  - { id: second, name: Second, points: 20, after: first }
  - { id: third, name: Third, points: 30, after: second }
hints:
  - { cost: 1, text: 'First, one.', flag: first }
  - { cost: 4, text: 'Second, one.', flag: second }
  - { cost: 90, text: 'First, two.', flag: first }
  - { cost: 3, text: 'Second, two.', flag: second }
`;
const files = {
  'lab.yaml': manifest,
  ...{ 'briefing.md': 'Go.', 'writeup.md': 'So.', 'lamp.c': 'int dark;\n', 'exploit.ts': '', 'tests.ts': '' },
  'solution.patch': '--- a/lamp.c\n+++ b/lamp.c\n@@ -1 +1 @@\n-int dark;\n+int lit;\n',
};

/** Creates a lab with three flags, a workspace and a repair. Its instances are rows without processes. */
export async function createMultiFlagLab(test: TestApp) {
  const { db } = test.database;
  const folder = await mkdtemp(join(tmpdir(), 'labs-'));
  const dir = join(folder, 'lamp-room');

  /** Rewrites the lab's folder with changed files, without files that are undefined, and imports it. */
  async function sync(changed: { [name in keyof typeof files]?: string | undefined } = {}) {
    await rm(dir, { recursive: true, force: true });
    for (const [name, text] of Object.entries({ ...files, ...changed })) {
      if (text === undefined) continue;
      await mkdir(dirname(join(dir, name)), { recursive: true });
      await writeFile(join(dir, name), text);
    }
    return syncLabs(db, folder);
  }
  const { problems } = await sync();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const { pk } = await db.selectFrom('labs').select('pk').where('slug', '=', 'lamp-room').executeTakeFirstOrThrow();

  const flagPk = async (id: string) =>
    (await db.selectFrom('flags').select('pk').where('lab_pk', '=', pk).where('id', '=', id).executeTakeFirstOrThrow())
      .pk;

  let issued = 0;
  /** Inserts an instance with a flag text for every flag, including the repair, which has none in a real instance. */
  async function issue(learner: Learner): Promise<(id: string) => string> {
    const number = ++issued;
    const text = (id: string) => `flag{${id}-${number}}`;
    const { rows } = await sql<{ pk: number }>`
      insert into instances (label, user_pk, lab_pk, lab_version, status, driver, runner)
      values (${`label-${number}`}, ${learner.pk}, ${pk}, '1', 'running', 'x', 'x') returning pk`.execute(db);
    for (const id of ['first', 'second', 'third', 'mend']) {
      await sql`insert into instance_flags (instance_pk, flag_pk, hash, key_version)
        values (${rows[0]?.pk}, ${await flagPk(id)}, ${hashFlag(text(id))}, 1)`.execute(db);
    }
    return text;
  }

  const submit = (caller: Caller, flag: string) => caller.post<FlagVerdict>('/api/lab/flags/lamp-room', { flag });

  return {
    sync,
    flagPk,
    issue,
    submit,
    async findAll(learner: Learner): Promise<void> {
      const text = await issue(learner);
      for (const id of ['first', 'second', 'third']) await submit(learner, text(id));
    },
    async repair(learner: Learner) {
      const flag = { userPk: learner.pk, flagPk: await flagPk('mend'), points: 25, now: test.clock.now() };
      return db.transaction().execute((tx) => awardFlag(tx, flag));
    },
    /** @returns the numbers of all open hints */
    open: async (caller: Caller, number: number): Promise<number[]> =>
      (await caller.post<OpenHints>('/api/lab/lamp-room/hints', { number })).body.hints.map((hint) => hint.number),
    remove: () => rm(folder, { recursive: true }),
  };
}
