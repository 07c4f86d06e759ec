// `npm run check`: types, lint, format, unused code and plain English. The tests in architecture/ check the other rules.
import { installPackages, root, runTool } from './lib/setup.mjs';

installPackages();
runTool('typescript/bin/tsc', ['-p', root]);
runTool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', root]);
runTool('knip/bin/knip.js', []);
runTool('../scripts/plain-language.mjs', []);
