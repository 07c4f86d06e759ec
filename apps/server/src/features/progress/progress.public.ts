export { readActivity, readWholeActivity } from './activity.read-model.ts';
export { findResume, withBegunTrainings } from './resume.read-model.ts';
