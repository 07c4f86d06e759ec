export { playLab } from './authoring/play-lab.ts';
export { scaffoldLab } from './authoring/scaffold-lab.ts';
export { selectLab } from './labs.read-model.ts';
export { pathsOfLab, syncLabs } from './labs.sync.ts';
export { createLabs } from './labs.ts';
