import type { LabRuntime } from '@hexpedition/lab-runtime';
import { hashFlag } from '#features/flags/flags.public';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { createGate } from '#platform/gate';
import type { Catalog } from './catalog.ts';
import { findInstanceToStart } from './instances.read-model.ts';
import { endInstance, insertInstanceFlags, markRunning, markStarting } from './instances.store.ts';
import { deriveFlag, flagKeyVersion } from './lab-flag.ts';
import { readFlagsToIssue } from './labs.read-model.ts';

/** Starting is work for the processor: a class that presses the button together is served in turn. */
const atOnce = 4;

export type Launcher = ReturnType<typeof createLauncher>;

export function createLauncher(deps: {
  db: Db;
  clock: Clock;
  flagKey: Buffer;
  catalog: Catalog;
  runtime: () => Promise<LabRuntime>;
  onError: (error: Error) => void;
}) {
  const { db, clock, flagKey, catalog, runtime } = deps;
  const inTurn = createGate({ atOnce });

  /** Takes a queued instance to running or failed; never rejects. */
  function launch(pk: number): Promise<void> {
    return inTurn(() => start(pk).catch((error: Error) => fail(pk, error).catch(deps.onError)));
  }

  async function start(pk: number): Promise<void> {
    if (!(await markStarting(db, pk))) return;
    const instance = await findInstanceToStart(db, pk);
    if (!instance) return;
    const { build } = await catalog.prepare(instance.slug);
    const flags = await writeFlags(instance);
    const driver = await runtime();
    const { ref, endpoint } = await driver.start({ lab: build, flags });
    const { isolation } = driver.capabilities();
    const isWanted = await markRunning(db, pk, { ref, endpoint, isolation, now: clock.now() });
    if (!isWanted) await driver.stop(ref);
  }

  async function fail(pk: number, error: Error): Promise<void> {
    const reason = 'The lab did not start. Try again; if it stays, tell the operator.';
    await endInstance(db, pk, { status: 'failed', reason, error: error.message.slice(0, 4000), now: clock.now() });
    deps.onError(error);
  }

  /** Stores the hashes before the lab can show the flags. @returns flag id → flag */
  async function writeFlags(instance: {
    pk: number;
    user_pk: number;
    lab_pk: number;
    lab_version: string;
    slug: string;
  }) {
    const rows = await readFlagsToIssue(db, instance.lab_pk);
    const flags = rows.map(({ pk, id }) => ({
      pk,
      id,
      text: deriveFlag(flagKey, {
        lab: instance.slug,
        version: instance.lab_version,
        userPk: instance.user_pk,
        instancePk: instance.pk,
        flagId: id,
      }),
    }));
    const issued = flags.map(({ pk, text }) => ({ flag_pk: pk, hash: hashFlag(text), key_version: flagKeyVersion }));
    await insertInstanceFlags(db, instance.pk, issued);
    return Object.fromEntries(flags.map(({ id, text }) => [id, text]));
  }

  return { launch };
}
