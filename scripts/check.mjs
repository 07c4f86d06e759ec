// `npm run check`: types, lint and format, unused code. The architecture has its test in e2e/architecture.test.ts.
import { installPackages, root, runTool } from './lib/setup.mjs';

installPackages();
runTool('typescript/bin/tsc', ['-p', root]);
runTool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', root]);
runTool('knip/bin/knip.js', []);
