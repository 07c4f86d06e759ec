// `npm start`: installs and builds what is missing, then serves in this process.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfNeeded, installPackages, installPrograms, requireNode, root } from './lib/setup.mjs';

const shell = process.ppid;
requireNode();
installPackages();
buildIfNeeded();
if (process.platform === 'linux' && !installPrograms([{ program: 'bwrap', name: 'bubblewrap' }])) {
  console.log(
    'bubblewrap is not installed, so labs that run code of the learner will not start. Install it with: apt install bubblewrap',
  );
}
process.env.NODE_ENV ??= 'production';
await import(pathToFileURL(join(root, 'dist/server/main.js')).href);

// npm forwards signals to the shell that runs this script, and that shell may exit without forwarding them. A second
// signal means "exit immediately", so the watch stops as soon as a signal arrives here.
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => clearInterval(watch));
}
