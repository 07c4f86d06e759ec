import { parentPort } from 'node:worker_threads';
import type { StandingAnswer } from '#platform/thread';
import { readHere } from './read-here.ts';
import type { ReadingTask } from './reading-thread.ts';

parentPort?.on('message', async (task: ReadingTask) => {
  parentPort?.postMessage(await answerTo(task));
});

async function answerTo(task: ReadingTask): Promise<StandingAnswer<unknown>> {
  try {
    return { result: await resultOf(task) };
  } catch (error) {
    const { name, message } = error as Error;
    return { failure: { name, message } };
  }
}

function resultOf(task: ReadingTask): Promise<unknown> {
  if ('read' in task) return readHere.read(task.read);
  if ('render' in task) return readHere.render(task.render);
  return 'preview' in task ? readHere.preview(task.preview) : readHere.unpack(task.unpack);
}
