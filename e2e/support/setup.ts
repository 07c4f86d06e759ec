import { afterEach } from 'vitest';
import { serverLogs } from './platform.ts';
import { saveOpenTraces } from './traces.ts';

/** Runs in every browser test file. */

afterEach(async ({ task }) => {
  await saveOpenTraces();
  if (task.result?.state === 'fail') process.stderr.write(await serverLogs());
});
