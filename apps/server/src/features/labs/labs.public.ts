export { playLab } from './authoring/play-lab.ts';
export { scaffoldLab } from './authoring/scaffold-lab.ts';
export { syncLabs } from './labs.sync.ts';
export { createLabs, type LabOccupancy, type LabsPrimary } from './labs.ts';
