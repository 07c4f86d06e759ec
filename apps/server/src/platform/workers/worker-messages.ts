import type { PaddleConfig } from '#platform/config';
import type { Snapshot } from '#platform/telemetry/metrics';

/** Settings that only the primary knows. They are sent as a message, because other users can read arguments. */
export interface WorkerSettings {
  databaseUrl: string;
  /** Address of the primary's Unix socket, which serves the requests that belong to labs. */
  socketPath: string;
  paddle: PaddleConfig | null;
}

/** A message of the primary to a worker. */
export type ToWorker =
  | { type: 'start'; settings: WorkerSettings }
  | { type: 'listen' }
  | { type: 'drain' }
  | { type: 'stop' }
  /** Asks for the metrics of the worker. */
  | { type: 'collect'; id: number }
  /** Answers a question, or says why there is no answer. */
  | { type: 'answer'; id: number; value?: unknown; problem?: string };

/** A message of a worker to the primary. */
export type ToPrimary =
  | { type: 'opened' }
  | { type: 'ready' }
  | { type: 'listening'; port: number }
  | { type: 'failed'; message: string; code: string | undefined }
  | { type: 'memory'; rss: number }
  | { type: 'ask'; id: number; question: unknown }
  | { type: 'collected'; id: number; snapshot: Snapshot };
