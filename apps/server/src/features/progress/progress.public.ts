export { readActivity, readWholeActivity } from './activity.read-model.ts';
export { findResume } from './resume.read-model.ts';
