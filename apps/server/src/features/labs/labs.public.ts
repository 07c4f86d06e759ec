export { newLab } from './authoring/new-lab.ts';
export { playLab } from './authoring/play-lab.ts';
export { selectLab } from './labs.read-model.ts';
export { pagesOfLab, syncLabs } from './labs.sync.ts';
export { createLabs } from './labs.ts';
