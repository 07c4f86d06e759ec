import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startPlatform } from './platform.ts';
import { projectRoot } from './server.ts';

/** A small curriculum with every kind of module. */
export const fixture = join(projectRoot, 'packages/curriculum/src/testing/curriculum');

/** Starts a platform with the test curriculum, which has every kind of module, instead of the shipped one. */
export const startWithFixture = () => startWithCurriculum(fixture);

/** Starts a platform with the curriculum of a folder instead of the shipped one. */
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
