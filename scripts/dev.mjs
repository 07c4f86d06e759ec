// `npm run dev`: the server from its sources, restarted when they change, with Vite inside it for the web side.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { context } from 'esbuild';
import { installPackages, requireNode, root } from './lib/setup.mjs';

requireNode();
installPackages();

const outfile = join(root, '.cache/dev/main.js');
let child;
let restarting = Promise.resolve();

/** One after the other: the database's folder belongs to one server at a time. */
const restart = () => {
  restarting = restarting.then(stop).then(start);
};

function start() {
  const env = { ...process.env, NODE_ENV: 'development' };
  child = spawn(process.execPath, ['--enable-source-maps', outfile], { cwd: root, stdio: 'inherit', env });
}

function stop() {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return ended;
}

const watch = await context({
  absWorkingDir: root,
  entryPoints: { main: 'apps/server/src/main.ts' },
  outdir: join(root, '.cache/dev'),
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: 'linked',
  logLevel: 'warning',
  plugins: [
    {
      name: 'dev',
      setup(build) {
        // The same rule as in scripts/build.mjs: packages stay outside, unless npm put them where the bundle can't see.
        build.onResolve({ filter: /^[^.#/]/ }, ({ path, kind }) => {
          const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
          const nested = existsSync(join(root, 'apps/server/node_modules', name));
          const inside = kind === 'entry-point' || path.startsWith('@hexpedition/') || nested;
          return inside ? undefined : { path, external: true };
        });
        build.onEnd(({ errors }) => {
          if (errors.length === 0) restart();
        });
      },
    },
  ],
});
await watch.watch();

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    await watch.dispose();
    await stop();
    process.exit(0);
  });
}
