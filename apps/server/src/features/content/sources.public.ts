export { exportToDisk } from './sources/export-to-disk.ts';
export type { SourceReader } from './sources/reader.ts';
export { createReadingThread, patientLimits } from './sources/reading-thread.ts';
