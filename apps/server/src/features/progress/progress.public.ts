export { findResume } from './resume.read-model.ts';
