import { parentPort } from 'node:worker_threads';
import type { WorkerAnswer, WorkerProgress, WorkerStarted } from '#platform/worker-thread';
import { createInProcessReader } from './in-process-reader.ts';
import type { ReaderTask } from './reader-threads.ts';

const reader = createInProcessReader((at) => parentPort?.postMessage({ at } satisfies WorkerProgress));

parentPort?.on('message', async (task: ReaderTask) => {
  parentPort?.postMessage({ began: true } satisfies WorkerStarted);
  parentPort?.postMessage(await answerTo(task));
});

async function answerTo(task: ReaderTask): Promise<WorkerAnswer<unknown>> {
  try {
    return { result: await resultOf(task) };
  } catch (error) {
    const { name, message } = error as Error;
    return { failure: { name, message } };
  }
}

function resultOf(task: ReaderTask): Promise<unknown> {
  if ('read' in task) return reader.read(task.read);
  if ('render' in task) return reader.render(task.render);
  if ('learnerText' in task) return reader.renderLearnerText(task.learnerText);
  if ('compileMap' in task) return reader.compileMap(task.compileMap);
  return 'preview' in task ? reader.preview(task.preview) : reader.unpack(task.unpack);
}
