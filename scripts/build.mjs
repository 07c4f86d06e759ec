// Builds dist/: the web with Vite, then the server and its commands with esbuild.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, runTool } from './lib/setup.mjs';

console.log('Building …');
runTool('vite/bin/vite.js', ['build', '--app', '-c', 'apps/web/vite.config.ts', '--logLevel', 'warn'], {
  env: { NODE_ENV: 'production' },
});
await buildServer();

export async function buildServer() {
  const { build } = await import('esbuild');
  const commands = readdirSync(join(root, 'apps/server/src/cli')).filter(
    (name) => !/^run-command|\.test\.ts$/.test(name),
  );
  const entries = { main: 'apps/server/src/main.ts', 'cli-bench': 'bench/main.ts', 'cli-load': 'bench/load.ts' };
  for (const name of commands) entries[`cli-${name.replace(/\.ts$/, '')}`] = `apps/server/src/cli/${name}`;
  rmSync(join(root, 'dist/server'), { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: 'dist/server',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    logLevel: 'warning',
    plugins: [{ name: 'packages-stay-outside', setup: keepPackagesOutside }],
  });
}

/** What npm installs is loaded from node_modules; what is ours, or what npm put where dist/ cannot see it, is bundled. */
function keepPackagesOutside(build) {
  build.onResolve({ filter: /^[^.#/]/ }, ({ path, kind }) => {
    const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
    const inside =
      kind === 'entry-point' ||
      path.startsWith('@hexpedition/') ||
      existsSync(join(root, 'apps/server/node_modules', name));
    return inside ? undefined : { path, external: true };
  });
}
