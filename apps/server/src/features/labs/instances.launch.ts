import { hashFlag } from '@hexpedition/curriculum/flag-hash';
import { HomeUnreadable, type LabRuntime, type PreparedLab, type StartedInstance } from '@hexpedition/lab-runtime';
import type { Clock } from '#platform/clock';
import { createConcurrencyLimiter } from '#platform/concurrency-limiter';
import type { Db } from '#platform/db/db';
import { noTracing, type Tracing } from '#platform/telemetry/tracing';
import type { HomeId } from './homes/home-files.ts';
import type { HomeSaver } from './homes/home-saver.ts';
import { findInstanceToStart } from './instances.read-model.ts';
import { endInstance, insertInstanceFlags, markRunning } from './instances.store.ts';
import type { LabCatalog } from './lab-catalog.ts';
import { deriveFlag, flagKeyVersion } from './lab-flag.ts';
import { readFlagsToIssue } from './labs.read-model.ts';

/** Concurrent starts. A start needs CPU time; when a whole class starts a lab at once, the starts are queued. */
const maxStarts = 4;

/** Notices in the terminal for the learner whose home was not restored completely. */
const homeProblems = {
  lost: 'Your saved home could not be read. You have a new, empty home. If you need the old one, tell the operator within a week.',
  partial:
    'Some files of your saved home could not be restored, for example because their path is too long. If you need them, tell the operator within a week.',
} as const;

type InstanceToStart = NonNullable<Awaited<ReturnType<typeof findInstanceToStart>>>;

export type Launcher = ReturnType<typeof createLauncher>;

export function createLauncher(deps: {
  db: Db;
  clock: Clock;
  flagKey: Buffer;
  catalog: LabCatalog;
  runtime: () => Promise<LabRuntime>;
  homes: Pick<HomeSaver, 'open' | 'quarantine' | 'track' | 'finish'>;
  onError: (error: Error) => void;
  /** Records a start; `milliseconds` is undefined for one that failed. */
  onStart?: ((milliseconds: number | undefined) => void) | undefined;
  tracing?: Pick<Tracing, 'span'> | undefined;
}) {
  const { onStart = () => {}, tracing = noTracing } = deps;
  const { db, clock, flagKey, catalog, runtime, homes } = deps;
  const limitStarts = createConcurrencyLimiter({ maxRunning: maxStarts });

  /** Starts an instance with the status `starting`. It ends as `running` or `failed`; the promise never rejects. */
  function launch(pk: number): Promise<void> {
    return limitStarts(() => start(pk).catch((error: Error) => fail(pk, error).catch(deps.onError)));
  }

  async function start(pk: number): Promise<void> {
    const instance = await findInstanceToStart(db, pk);
    if (!instance) return;
    const begin = performance.now();
    const isRunning = await tracing.span('lab start', { 'hexpedition.lab': instance.slug }, () =>
      startInstance(instance),
    );
    if (isRunning) onStart(performance.now() - begin);
  }

  /** @returns false when it was stopped in the meantime */
  async function startInstance(instance: InstanceToStart): Promise<boolean> {
    const { pk } = instance;
    const { build } = await catalog.prepare(instance.slug);
    const flags = await issueFlags(instance);
    const driver = await runtime();
    const home = { userPk: instance.user_pk, labPk: instance.lab_pk };
    const { started, problem } = await startWithHome(driver, build, flags, home);
    const { ref, endpoint } = started;
    if (build.workspace) homes.track({ ref, label: instance.label, home, homeBytes: build.workspace.homeBytes });
    if (problem) await driver.printInShells(ref, homeProblems[problem]);
    const { isolation } = driver.capabilities();
    const isStillStarting = await markRunning(db, pk, { ref, endpoint, isolation, now: clock.now() });
    if (!isStillStarting) {
      await homes.finish(ref);
      await driver.stop(ref);
    }
    return isStillStarting;
  }

  /**
   * Starts with the saved home. Quarantines a home that cannot be restored completely. If no file can be restored,
   * starts with an empty home.
   */
  async function startWithHome(
    driver: LabRuntime,
    lab: PreparedLab,
    flags: Record<string, string>,
    id: HomeId,
  ): Promise<{ started: StartedInstance; problem: keyof typeof homeProblems | null }> {
    if (!lab.workspace) return { started: await driver.start({ lab, flags }), problem: null };
    let readError: Error | undefined;
    const home = await homes.open(id).catch((error: Error) => {
      readError = error;
      return null;
    });
    home?.on('error', (error) => {
      readError = error;
    });
    try {
      if (!readError) {
        const started = await driver.start({ lab, flags, home });
        if (!started.isHomePartial) return { started, problem: null };
        await quarantine(id, 'some files could not be restored');
        return { started, problem: 'partial' };
      }
    } catch (error) {
      if (!(error instanceof HomeUnreadable) && !readError) throw error;
      readError ??= error as Error;
    } finally {
      home?.destroy();
    }
    await quarantine(id, readError?.message ?? '');
    return { started: await driver.start({ lab, flags, home: null }), problem: 'lost' };
  }

  async function quarantine(id: HomeId, reason: string): Promise<void> {
    deps.onError(new Error(`the home of user ${id.userPk} in lab ${id.labPk} was quarantined: ${reason}`));
    await homes.quarantine(id);
  }

  async function fail(pk: number, error: Error): Promise<void> {
    onStart(undefined);
    const reason = 'The lab did not start. Try again. If it keeps failing, tell the operator.';
    await endInstance(db, pk, { status: 'failed', reason, error: error.message.slice(0, 4000), now: clock.now() });
    deps.onError(error);
  }

  /** Creates the flags of an instance and stores their hashes before the lab can show them. @returns flag id → flag */
  async function issueFlags(instance: {
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
