import { invalid } from '#platform/errors';
import { createWorkerPerTask, TaskLimitError } from '#platform/worker-thread';
import type { CompiledMap, CompileTask } from './compile-here.ts';

/** Makes of a document what is published. */
export type MapCompiler = (task: CompileTask) => Promise<CompiledMap>;

/** Longer than the largest map takes on a slow machine: its author waits for the answer. */
const SECONDS = 60;

/** The build lays it beside the file that this one becomes a part of. */
const script = new URL('./compile.worker.js', import.meta.url);

/** Compiles in a thread beside this one, whatever the size of the map (docs/decisions/0013). */
export function createMapCompiler(from: URL = script, seconds = SECONDS): MapCompiler {
  const run = createWorkerPerTask<CompileTask, CompiledMap>(from, seconds);
  return async (task) => {
    try {
      return await run(task);
    } catch (error) {
      if (!(error instanceof TaskLimitError)) throw error;
      const message = `Drawing this map takes longer than ${seconds} s. Shorten its paths, or take land and signs away.`;
      throw invalid({ document: message });
    }
  };
}
