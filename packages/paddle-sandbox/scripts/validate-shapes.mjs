// `node packages/paddle-sandbox/scripts/validate-shapes.mjs <file>`: validates every answer and webhook of the sandbox
// against an OpenAPI document of Paddle's API. The document is not part of this project.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bundleOptions } from '../../../scripts/lib/bundle.mjs';
import { root } from '../../../scripts/lib/setup.mjs';

const outfile = join(root, '.cache', 'paddle-sandbox', 'validate-shapes.mjs');
await build({
  ...bundleOptions(),
  splitting: false,
  entryPoints: ['packages/paddle-sandbox/src/testing/validate-shapes.ts'],
  outfile,
});
await import(pathToFileURL(outfile).href);
