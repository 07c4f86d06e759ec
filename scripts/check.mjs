// `npm run check`: types, lint and format, unused code. The tests in architecture/ hold its rules.
import { installPackages, root, runTool } from './lib/setup.mjs';

installPackages();
runTool('typescript/bin/tsc', ['-p', root]);
runTool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', root]);
runTool('knip/bin/knip.js', []);
