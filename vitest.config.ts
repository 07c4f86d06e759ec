import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const setup = './apps/server/src/testing/global-setup.ts';

/** The walk through the whole curriculum takes half the time of everything else: it begins, or one core waits for it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => Number(moduleId.endsWith('e2e/curriculum.test.ts'));
    return (await super.sort(files)).sort((a, b) => isLongest(b) - isLongest(a));
  }
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          globalSetup: [setup],
          include: [
            'apps/*/src/**/*.test.ts',
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
          // Components in a DOM of their own: no browser, no database.
          name: 'component',
          include: ['apps/web/src/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['./apps/web/src/lib/testing/setup.ts'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          globalSetup: [setup, './e2e/support/content-database.ts'],
          include: ['e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
