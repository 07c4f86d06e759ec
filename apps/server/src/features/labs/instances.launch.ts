import { HomeUnreadable, type LabRuntime, type PreparedLab, type Started } from '@hexpedition/lab-runtime';
import { hashFlag } from '#features/flags/flags.public';
import type { Clock } from '#platform/clock';
import { createConcurrencyLimiter } from '#platform/concurrency-limiter';
import type { Db } from '#platform/db/db';
import type { Catalog } from './catalog.ts';
import type { HomeId } from './homes/home-files.ts';
import type { HomeKeeper } from './homes/home-keeper.ts';
import { findInstanceToStart } from './instances.read-model.ts';
import { endInstance, insertInstanceFlags, markRunning } from './instances.store.ts';
import { deriveFlag, flagKeyVersion } from './lab-flag.ts';
import { readFlagsToIssue } from './labs.read-model.ts';

/** Starting is work for the processor: a class that presses the button together is served in turn. */
const maxStarts = 4;

export type Launcher = ReturnType<typeof createLauncher>;

export function createLauncher(deps: {
  db: Db;
  clock: Clock;
  flagKey: Buffer;
  catalog: Catalog;
  runtime: () => Promise<LabRuntime>;
  homes: Pick<HomeKeeper, 'open' | 'setAside' | 'track' | 'finish'>;
  /** Something that the learner should read in the terminal. */
  tell: (label: string, text: string) => void;
  onError: (error: Error) => void;
}) {
  const { db, clock, flagKey, catalog, runtime, homes } = deps;
  const limitStarts = createConcurrencyLimiter({ maxRunning: maxStarts });

  /** Takes an instance that has a place to running or failed; never rejects. */
  function launch(pk: number): Promise<void> {
    return limitStarts(() => start(pk).catch((error: Error) => fail(pk, error).catch(deps.onError)));
  }

  async function start(pk: number): Promise<void> {
    const instance = await findInstanceToStart(db, pk);
    if (!instance) return;
    const { build } = await catalog.prepare(instance.slug);
    const flags = await writeFlags(instance);
    const driver = await runtime();
    const home = { userPk: instance.user_pk, labPk: instance.lab_pk };
    const { started, isHomeLost } = await startWithHome(driver, build, flags, home);
    const { ref, endpoint } = started;
    const { label } = instance;
    if (build.workspace) homes.track({ ref, label, home, homeBytes: build.workspace.homeBytes });
    const { isolation } = driver.capabilities();
    const isWanted = await markRunning(db, pk, { ref, endpoint, isolation, now: clock.now() });
    if (!isWanted) {
      await homes.finish(ref);
      await driver.stop(ref);
    } else if (isHomeLost) {
      deps.tell(label, 'Your kept home could not be read. It was put aside, and this one is new.');
    }
  }

  /** A home that cannot be read must not keep its owner out of the lab for ever. */
  async function startWithHome(
    driver: LabRuntime,
    lab: PreparedLab,
    flags: Record<string, string>,
    id: HomeId,
  ): Promise<{ started: Started; isHomeLost: boolean }> {
    if (!lab.workspace) return { started: await driver.start({ lab, flags }), isHomeLost: false };
    let fault: Error | undefined;
    const home = await homes.open(id).catch((error: Error) => {
      fault = error;
      return null;
    });
    home?.on('error', (error) => {
      fault = error;
    });
    try {
      if (!fault) return { started: await driver.start({ lab, flags, home }), isHomeLost: false };
    } catch (error) {
      if (!(error instanceof HomeUnreadable) && !fault) throw error;
      fault ??= error as Error;
    } finally {
      home?.destroy();
    }
    deps.onError(new Error(`the home of user ${id.userPk} in lab ${id.labPk} is put aside: ${fault?.message}`));
    await homes.setAside(id);
    return { started: await driver.start({ lab, flags, home: null }), isHomeLost: true };
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
