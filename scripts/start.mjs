// `npm start`: sets up what is missing, then serves, all in this one process.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfNeeded, installPackages, installPrograms, requireNode, root } from './lib/setup.mjs';

const shell = process.ppid;
requireNode();
installPackages();
buildIfNeeded();
if (process.platform === 'linux' && !installPrograms([{ program: 'bwrap', name: 'bubblewrap' }])) {
  console.log(
    'bubblewrap is not installed: labs that run code of the learner will not start. (apt install bubblewrap)',
  );
}
process.env.NODE_ENV ??= 'production';
await import(pathToFileURL(join(root, 'dist/server/main.js')).href);

// npm hands a signal on to the shell that it runs a script in, and that shell may end without telling the script. Who
// was told must not be told again: a second signal means "at once".
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => clearInterval(watch));
}
