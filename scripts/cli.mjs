// `npm run import|convert|admin|lab|load|bench -- …`: prepares the project as `npm start` does, then runs the command.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfNeeded, installPackages, requireNode, root } from './lib/setup.mjs';

const [name, ...args] = process.argv.slice(2);
requireNode();
installPackages();
buildIfNeeded();
const file = join(root, 'dist/server', `cli-${name}.js`);
if (!existsSync(file)) {
  console.error(`Unknown command: ${name}`);
  process.exit(2);
}
process.argv = [process.execPath, file, ...args];
process.env.NODE_ENV ??= 'production';
await import(pathToFileURL(file).href);
