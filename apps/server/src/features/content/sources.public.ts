export type { LessonReading } from './source/read-lesson.ts';
export { changeSources, type SourceDeps } from './sources/change-sources.ts';
export type { SourceChange } from './sources/changes.ts';
export { exportBundle, writeFolder } from './sources/export-sources.ts';
export { previewSources } from './sources/preview-sources.ts';
export type { SourceReader } from './sources/reader.ts';
export { createReadingThread } from './sources/reading-thread.ts';
