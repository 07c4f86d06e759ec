import { AppError } from '#platform/errors';

/** Maximum attempts: if another author was faster, the edit is planned again. */
const maxTries = 3;

/** Wraps an error that must not be retried. */
export class NoRetryError extends Error {
  readonly error: AppError;

  constructor(error: AppError) {
    super(error.message);
    this.error = error;
  }
}

/** Retries after a conflict: another author may have published while the edit was planned. */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof NoRetryError) throw error.error;
      if (!(error instanceof AppError && error.code === 'conflict' && n < maxTries)) throw error;
    }
  }
}
