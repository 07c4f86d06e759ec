export { exportToDisk } from './sources/export-to-disk.ts';
export { commandLimits, createReaderThreads } from './sources/reader-threads.ts';
export type { SourceReader } from './sources/source-reader.ts';
