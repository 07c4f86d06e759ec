import { invalid } from '#platform/errors';
import { createWorkerPerTask, TaskLimitError } from '#platform/worker-thread';
import type { CompiledMap, CompileTask } from './compile-in-process.ts';

/** Compiles a document for publication. */
export type MapCompiler = (task: CompileTask) => Promise<CompiledMap>;

/** Longer than the largest map takes on a slow machine: an author waits for the response. */
const timeLimitSeconds = 60;

/** The build places it next to the bundle that contains this file. */
const script = new URL('./compile.worker.js', import.meta.url);

/** Compiles in a worker thread, so that the size of the map does not block the server (docs/decisions/0013). */
export function createMapCompiler(from: URL = script, seconds = timeLimitSeconds): MapCompiler {
  const run = createWorkerPerTask<CompileTask, CompiledMap>(from, seconds);
  return async (task) => {
    try {
      return await run(task);
    } catch (error) {
      if (!(error instanceof TaskLimitError)) throw error;
      const message = `Compiling this map takes longer than ${seconds} s. Shorten its paths, or remove land and terrain.`;
      throw invalid({ document: message });
    }
  };
}
