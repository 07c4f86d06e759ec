import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import type { Reporter, TestModule } from 'vitest/node';

/** The results of the second test run that `ordinary-user.test.ts` starts. */
export interface Report {
  tests: { file: string; name: string; state: 'passed' | 'failed' | 'skipped' | 'pending'; note: string }[];
  /** Errors that belong to no test, for example of `beforeAll`. */
  errors: { file: string; message: string }[];
}

interface Failure {
  message: string;
  stack?: string;
}
/** The stack of a timeout does not contain its message. */
const describeFailure = ({ message, stack = '' }: Failure) =>
  stack.includes(message) ? stack : `${message}\n${stack}`;

const report: Reporter = {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors) {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => {
        const result = test.result();
        const note = result.state === 'skipped' ? result.note : result.errors?.map(describeFailure).join('\n\n');
        return { file: basename(module.moduleId), name: test.fullName, state: result.state, note: note ?? '' };
      }),
    );
    const errors = modules.flatMap((module) =>
      [module, ...module.children.allSuites()]
        .flatMap((suite) => suite.errors())
        .map((error) => ({ file: basename(module.moduleId), message: describeFailure(error) })),
    );
    const outside = unhandledErrors.map((error) => ({ file: 'the run', message: describeFailure(error) }));
    writeFileSync(
      join(tmpdir(), 'report.json'),
      JSON.stringify({ tests, errors: [...errors, ...outside] } satisfies Report),
    );
  },
};

/** Configuration of the second run: no database, and no files in the checkout. */
export default defineConfig({
  cacheDir: join(tmpdir(), 'vite'),
  test: {
    dir: import.meta.dirname,
    include: ['*.test.ts'],
    exclude: ['ordinary-user.test.ts'],
    reporters: ['default', report],
    isolate: false,
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
