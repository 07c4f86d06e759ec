import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startPlatform } from './platform.ts';
import { projectRoot } from './server.ts';

/** A small curriculum with every kind of module. */
export const fixture = join(projectRoot, 'apps/server/src/features/content/testing/curriculum');

/** A platform that shows the curriculum of the tests instead of the one that ships: every kind of module is in it. */
export const startWithFixture = () => startWithCurriculum(fixture);

/** A platform that shows the curriculum in a folder instead of the one that ships. */
export async function startWithCurriculum(folder: string): ReturnType<typeof startPlatform> {
  const platform = await startPlatform();
  const command = spawn(process.execPath, ['dist/server/cli-import.js', folder], {
    cwd: projectRoot,
    env: { ...process.env, DATABASE_URL: platform.databaseUrl, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(command, 'exit');
  if (code !== 0) throw new Error(`The curriculum was not imported: ${code}`);
  return platform;
}
