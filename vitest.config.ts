import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const databaseSetup = './apps/server/src/testing/global-setup.ts';
const startedDatabase = [databaseSetup, './apps/server/src/testing/provide-postgres.ts'];

/**
 * Runs the projects in the order of the list below, and in each project the slowest file of the last run first: a worker
 * continues only with files of the same project, and a slow file must not run alone at the end.
 */
class ProjectOrderSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = this.ctx.projects.map(({ name }) => name);
    const indexOf = ({ project }: TestSpecification) => order.indexOf(project.name);
    // This file runs its tests while it is imported. The durations of the last run do not include that.
    const isLate = ({ moduleId }: TestSpecification) => Number(!moduleId.endsWith('/ordinary-user.test.ts'));
    return (await super.sort(files)).sort((a, b) => indexOf(a) - indexOf(b) || isLate(a) - isLate(b));
  }
}

/** The default timeout of one second is too short on a busy machine. A poll ends as soon as its condition is true. */
const longPoll = { expect: { poll: { timeout: 15_000 } } };

const browserTests = {
  globalSetup: [...startedDatabase, './e2e/support/content-database.ts', './e2e/support/shared-platforms.ts'],
  setupFiles: ['./e2e/support/setup.ts'],
  // The files of a worker share its browser, because starting one takes longer than many tests.
  isolate: false,
  // A journey takes a tenth of this on an idle machine.
  testTimeout: 300_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 100_000 } },
};

const serverTests = {
  ...longPoll,
  globalSetup: [databaseSetup],
  setupFiles: ['./apps/server/src/testing/setup.ts'],
  // Loads the server once for all files. The server keeps its state in objects, not in modules.
  isolate: false,
  // Concurrent tests in one file. They mostly wait.
  maxConcurrency: 4,
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    // One more than the cores of a small machine: a browser test often waits for its page or the server.
    maxWorkers: 3,
    sequence: { sequencer: ProjectOrderSequencer },
    // Concurrent tests in one file.
    maxConcurrency: 2,
    projects: [
      {
        extends: true,
        test: { ...browserTests, name: 'e2e', include: ['e2e/**/*.test.ts'] },
      },
      {
        extends: true,
        // Every page of the curriculum and every lab: `npm run test:curriculum`.
        test: { ...browserTests, name: 'curriculum', include: ['e2e/**/*.walk.ts', 'labs/*.walk.ts'] },
      },
      {
        extends: true,
        test: {
          // Processes are killed, nodes stop, a disk is full: `npm run test:failures`. It takes minutes.
          name: 'failures',
          globalSetup: startedDatabase,
          include: ['e2e/**/*.failure.ts'],
          testTimeout: 1_200_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          // The image in Podman and the chart on a Kubernetes cluster: `npm run test:kubernetes`. It takes minutes.
          name: 'kubernetes',
          globalSetup: [...startedDatabase, './e2e/support/local-image.ts'],
          // Two clusters at once would use the same network.
          fileParallelism: false,
          include: ['e2e/**/*.cluster.ts'],
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
      {
        extends: true,
        // The platform behind nginx and Caddy, which must be installed: `npm run test:proxies`.
        test: { ...browserTests, name: 'proxies', setupFiles: [], include: ['e2e/**/*.proxy.ts'] },
      },
      {
        extends: true,
        // Server tests that render pages: they need `dist/web`.
        test: { ...serverTests, name: 'built', include: ['apps/server/src/**/*.built.test.ts'] },
      },
      {
        extends: true,
        test: {
          ...serverTests,
          name: 'unit',
          include: [
            'apps/server/src/**/*.test.ts',
            'packages/*/src/**/*.test.ts',
            'labs/*.test.ts',
            'bench/**/*.test.ts',
            'architecture/*.test.ts',
            'deploy/*.test.ts',
          ],
          exclude: ['**/*.built.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...longPoll,
          // Components and other modules of the web in a simulated DOM: no browser, no database.
          name: 'web',
          include: ['apps/web/{src,vite}/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['./apps/web/src/lib/testing/setup.ts'],
          // Loads the modules and the window once for all files. The set-up file resets both after each test.
          isolate: false,
          testTimeout: 20_000,
        },
      },
    ],
  },
});
