// `npm start`: sets up what is missing, then serves, all in this one process.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfNeeded, installPackages, installPrograms, requireNode, root } from './lib/setup.mjs';

requireNode();
installPackages();
buildIfNeeded();
if (process.platform === 'linux' && !installPrograms([{ program: 'bwrap', name: 'bubblewrap' }])) {
  console.log(
    'bubblewrap is not installed: labs that run code of the learner will not start. (apt install bubblewrap)',
  );
}
process.env.NODE_ENV ??= 'production';
stopWithNpm();
await import(pathToFileURL(join(root, 'dist/server/main.js')).href);

/** npm hands a signal on to the shell that it runs a script in, and that shell ends without telling the script. */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}
