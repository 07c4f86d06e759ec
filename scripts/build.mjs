// Builds dist/: the web with Vite, then the server and its commands with esbuild.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions, serverEntries } from './lib/bundle.mjs';
import { root, runTool } from './lib/setup.mjs';

// Standard output belongs to the commands, some of which print JSON.
console.error('Building …');
runTool('vite/bin/vite.js', ['build', '--app', '-c', 'apps/web/vite.config.ts', '--logLevel', 'warn'], {
  env: { NODE_ENV: 'production' },
});

const entryPoints = { ...serverEntries };
// The sources of the image do not contain them.
if (existsSync(join(root, 'bench'))) {
  Object.assign(entryPoints, { 'cli-bench': 'bench/main.ts', 'cli-load': 'bench/load.ts' });
}
for (const name of readdirSync(join(root, 'apps/server/src/cli'))) {
  if (/^(?:arguments|run-command)\.ts$|\.test\.ts$/.test(name)) continue;
  entryPoints[`cli-${name.replace(/\.ts$/, '')}`] = `apps/server/src/cli/${name}`;
}
rmSync(join(root, 'dist/server'), { recursive: true, force: true });
await build({ ...bundleOptions(), entryPoints, outdir: 'dist/server' });
