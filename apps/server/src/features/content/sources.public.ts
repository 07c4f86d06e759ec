export { exportBundle, writeFolder } from './sources/export-sources.ts';
export type { SourceReader } from './sources/reader.ts';
export { createReadingThread } from './sources/reading-thread.ts';
