// A Vitest reporter that prints the ten slowest files. The JSON report excludes the time before the first test of a file,
// for example the start of a server and a browser.
import { relative } from 'node:path';
import { root } from './setup.mjs';

export default class SlowestFiles {
  onTestRunEnd(testModules) {
    const files = testModules.map((module) => {
      const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
        module.diagnostic();
      const all = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
      return { name: relative(root, module.moduleId), seconds: all / 1_000 };
    });
    files.sort((a, b) => b.seconds - a.seconds);
    console.log('Slowest test files, in seconds with their set-up:');
    for (const { name, seconds } of files.slice(0, 10)) console.log(`${seconds.toFixed(1).padStart(8)}  ${name}`);
  }
}
