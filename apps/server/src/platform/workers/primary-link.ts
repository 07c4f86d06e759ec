import type { Snapshot } from '#platform/telemetry/metrics';
import type { ToPrimary, ToWorker, WorkerSettings } from './worker-messages.ts';

const memoryIntervalMs = 5_000;

/** A worker's connection to its primary. */
export interface PrimaryLink {
  /** Resolves when the primary has sent the settings. */
  settings: Promise<WorkerSettings>;
  /** Reports that everything is loaded, and waits until the primary allows to listen. */
  ready(): Promise<void>;
  reportListening(port: number): void;
  reportFailure(error: Error): Promise<void>;
  onDrain(handle: () => void): void;
  onStop(handle: () => void): void;
  /** Sends the metrics of this process whenever the primary asks for them. */
  onCollect(snapshot: () => Promise<Snapshot>): void;
  /** Asks the primary a question that only it can answer. Rejects with the primary's reason. */
  ask(question: unknown): Promise<unknown>;
}

/** Opens the connection to the primary. It reports this process's memory while the worker serves. */
export function openPrimaryLink(): PrimaryLink {
  const handlers = new Map<ToWorker['type'], (message: ToWorker) => void>();
  const questions = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let asked = 0;
  process.on('message', (message: ToWorker) => {
    if (message.type === 'answer') {
      const question = questions.get(message.id);
      questions.delete(message.id);
      if (message.problem === undefined) question?.resolve(message.value);
      else question?.reject(new Error(message.problem));
    } else handlers.get(message.type)?.(message);
  });
  const send = (message: ToPrimary) => {
    if (process.connected) process.send?.(message);
  };
  const reportMemory = () => send({ type: 'memory', rss: process.memoryUsage.rss() });

  return {
    settings: new Promise((resolve) => {
      handlers.set('start', (message) => {
        if (message.type === 'start') resolve(message.settings);
      });
      // A message that arrives before there is a handler is lost, so the worker asks for it.
      send({ type: 'opened' });
    }),
    ready: () =>
      new Promise((resolve) => {
        handlers.set('listen', () => resolve());
        send({ type: 'ready' });
      }),
    reportListening(port) {
      reportMemory();
      send({ type: 'listening', port });
      setInterval(reportMemory, memoryIntervalMs).unref();
    },
    reportFailure: (error) =>
      new Promise((resolve) => {
        const { message, code } = error as NodeJS.ErrnoException;
        const failure: ToPrimary = { type: 'failed', message, code };
        process.send?.(failure, undefined, undefined, () => resolve());
      }),
    onDrain: (handle) => void handlers.set('drain', handle),
    onStop: (handle) => void handlers.set('stop', handle),
    onCollect: (snapshot) =>
      void handlers.set('collect', (message) => {
        if (message.type !== 'collect') return;
        snapshot().then(
          (collected) => send({ type: 'collected', id: message.id, snapshot: collected }),
          // The primary uses the previous metrics.
          () => {},
        );
      }),
    ask: (question) =>
      new Promise((resolve, reject) => {
        const id = ++asked;
        questions.set(id, { resolve, reject });
        send({ type: 'ask', id, question });
      }),
  };
}
