// `npm run dev`: runs the server from its sources and restarts it after changes. Vite serves the web inside the server.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { bundleOptions, serverEntries } from './lib/bundle.mjs';
import { installPackages, requireNode, root } from './lib/setup.mjs';

requireNode();
installPackages();

const outfile = join(root, '.cache/dev/main.js');
let child;
let restarting = Promise.resolve();

/** Restarts run one after the other, because only one server at a time can use the database's folder. */
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

const restartAfterBuild = {
  name: 'restart',
  setup(build) {
    build.onEnd(({ errors }) => {
      if (errors.length === 0) restart();
    });
  },
};
// Imported here and not at the top, because in a fresh clone installPackages() must install it first.
const { context } = await import('esbuild');
const watch = await context({
  ...bundleOptions(restartAfterBuild),
  entryPoints: serverEntries,
  outdir: dirname(outfile),
});
await watch.watch();

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    await watch.dispose();
    await stop();
    process.exit(0);
  });
}
