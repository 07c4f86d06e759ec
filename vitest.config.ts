import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const setup = './apps/server/src/testing/global-setup.ts';

/**
 * Project by project, in the order of the list below, and inside of each the longest file of the last time first: a
 * worker is handed on only to a file of the same project, and what takes long must not be left over for the end.
 */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = this.ctx.projects.map(({ name }) => name);
    const place = ({ project }: TestSpecification) => order.indexOf(project.name);
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

/** A busy machine takes longer than the second that it is by default; what is true at once is not waited for. */
const patient = { expect: { poll: { timeout: 15_000 } } };

/**
 * A module of the web may hold what a browser's tab holds, such as the session, so each file gets its own modules and
 * globals. It gets them inside of a process that has the tools loaded: half of the work was to load those for each file.
 */
const ownWorld = { pool: 'vmForks' as const };

const inBrowser = {
  globalSetup: [setup, './e2e/support/content-database.ts'],
  // The files that a worker runs share its browser, which takes longer to start than many a test.
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 100_000 } },
};

export default defineConfig({
  test: {
    // One more than there are cores: a browser test waits for a part of its time, for its page and for the server.
    maxWorkers: 3,
    sequence: { sequencer: ByProject },
    // Of the tests in one file that may run at once: there are two cores.
    maxConcurrency: 2,
    projects: [
      {
        extends: true,
        test: { ...inBrowser, name: 'e2e', include: ['e2e/**/*.test.ts'] },
      },
      {
        extends: true,
        // Every page of the curriculum, and every lab: `npm run test:curriculum`.
        test: { ...inBrowser, name: 'curriculum', include: ['e2e/**/*.walk.ts', 'labs/*.walk.ts'] },
      },
      {
        extends: true,
        test: {
          // An announcement to a hundred thousand learners: `npm run test:announcement`. It takes minutes.
          name: 'announcement',
          globalSetup: [setup],
          include: ['e2e/**/*.crowd.ts'],
          testTimeout: 1_200_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          ...patient,
          name: 'unit',
          globalSetup: [setup],
          setupFiles: ['./apps/server/src/testing/setup.ts'],
          // The server is loaded once and not for every file; it keeps what it holds in objects, not in modules.
          isolate: false,
          include: [
            'apps/server/src/**/*.test.ts',
            'packages/*/src/**/*.test.ts',
            'labs/*.test.ts',
            'bench/**/*.test.ts',
            'architecture/*.test.ts',
          ],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...patient,
          ...ownWorld,
          name: 'unit-web',
          include: ['apps/web/src/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          ...patient,
          ...ownWorld,
          // Components in a DOM of their own: no browser, no database.
          name: 'component',
          include: ['apps/web/{src,vite}/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['./apps/web/src/lib/testing/setup.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
