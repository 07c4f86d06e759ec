import { parentPort } from 'node:worker_threads';
import type { StandingAnswer } from '#platform/thread';
import { readHere } from './read-here.ts';
import type { ReadingTask } from './reading-thread.ts';

parentPort?.on('message', async (task: ReadingTask) => {
  parentPort?.postMessage(await answerTo(task));
});

async function answerTo(task: ReadingTask): Promise<StandingAnswer<unknown>> {
  try {
    return { result: 'read' in task ? await readHere.read(task.read) : await readHere.preview(task.preview) };
  } catch (error) {
    const { name, message } = error as Error;
    return { failure: { name, message } };
  }
}
