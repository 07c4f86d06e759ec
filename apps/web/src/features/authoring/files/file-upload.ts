import type { UploadedFile } from '@hexpedition/contract';
import { uploadPartBytes } from '@hexpedition/contract/upload-rules';
import type { Api } from '#lib/api.ts';
import { isApiError } from '#lib/api-error.ts';
import { problemText } from '#lib/problem-text.ts';
import { randomId } from '#lib/random-id.ts';
import { isConvertedPicture, pathOf, type UploadTarget } from './upload-target.ts';

export type UploadState =
  /** `arrived`: number of bytes that the server has received. */
  | { is: 'sending'; arrived: number }
  | { is: 'done'; file: UploadedFile }
  /** Another file already has this name. */
  | { is: 'taken' }
  /** `canRetry`: a retry may succeed, and continues with the part that failed. */
  | { is: 'failed'; msg: string; canRetry: boolean }
  | { is: 'stopped' };

interface Options {
  api: Api;
  training: string;
  file: Blob;
  target: UploadTarget;
}

/** Upload of one file to a training. It can be cancelled, and it resumes after a failure. */
export class FileUpload {
  readonly file: Blob;
  target: UploadTarget;
  readonly #api: Api;
  readonly #training: string;
  #overwrite = false;
  /** Id of the multi-part upload; renewed when the upload restarts from the first part. */
  #upload = randomId();
  #part = 1;
  #stop = new AbortController();
  #state: UploadState = { is: 'sending', arrived: 0 };
  readonly #listeners = new Set<() => void>();
  /** Resolves to the stored file, or to undefined if the upload was stopped. */
  readonly finished: Promise<UploadedFile | undefined>;
  #finish: (file: UploadedFile | undefined) => void = () => {};

  constructor({ api, training, file, target }: Options) {
    this.#api = api;
    this.#training = training;
    this.file = file;
    this.target = target;
    this.finished = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  readonly read = (): UploadState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether the upload replaces an existing file. */
  get isReplacing(): boolean {
    return this.#overwrite;
  }

  get path(): string {
    return pathOf(this.target);
  }

  /** Sets the state `taken` without a request, because the file list already has this name. */
  markNameTaken(): void {
    this.#change({ is: 'taken' });
  }

  /** Starts the upload, or resumes it with the next missing part. */
  start(): void {
    void this.#run();
  }

  /** Uploads again and replaces the file that has this name. */
  replace(): void {
    this.#overwrite = true;
    this.#restart();
  }

  rename(target: UploadTarget): void {
    this.target = target;
    this.#restart();
  }

  stop(): void {
    this.#stop.abort();
    this.#change({ is: 'stopped' });
  }

  #restart(): void {
    this.#begin();
    this.start();
  }

  #begin(): void {
    this.#upload = randomId();
    this.#part = 1;
  }

  async #run(): Promise<void> {
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.#change({ is: 'sending', arrived: this.#arrived });
    try {
      const file = isConvertedPicture(this.target) ? await this.#sendPicture(signal) : await this.#sendParts(signal);
      if (!signal.aborted) this.#change({ is: 'done', file });
    } catch (error) {
      if (signal.aborted) return;
      if (isApiError(error, 'already_done')) return this.#change({ is: 'taken' });
      const canRetry = !isApiError(error) || error.status === 0 || error.status === 429 || error.status >= 500;
      this.#change({ is: 'failed', msg: messageFor(error), canRetry });
    }
  }

  get #arrived(): number {
    return (this.#part - 1) * uploadPartBytes;
  }

  async #sendPicture(signal: AbortSignal): Promise<UploadedFile> {
    const image = await base64Of(this.file);
    const { stem: name } = this.target;
    const body = { image, training: this.#training, name, overwrite: this.#overwrite };
    return this.#api('POST /api/system/image_upload', { body }, { signal });
  }

  /** Uploads the parts one after the other. Reads each part from the file only when it is sent. */
  async #sendParts(signal: AbortSignal): Promise<UploadedFile> {
    const { folder, stem, ending } = this.target;
    const parts = Math.max(1, Math.ceil(this.file.size / uploadPartBytes));
    const query = {
      ...{ training: this.#training, folder, name: `${stem}${ending}`, upload: this.#upload, parts },
      overwrite: this.#overwrite ? ('true' as const) : ('false' as const),
    };
    for (;;) {
      const body = this.file.slice(this.#arrived, this.#arrived + uploadPartBytes);
      const { file } = await this.#api(
        'POST /api/system/file_upload',
        { query: { ...query, part: this.#part }, body },
        { signal },
      );
      if (file) return file;
      if (this.#part === parts) {
        // The server has dropped earlier parts, because a day has passed. A retry starts with the first part.
        this.#begin();
        throw new Error('This upload has expired. Try again to restart it.');
      }
      this.#part += 1;
      this.#change({ is: 'sending', arrived: this.#arrived });
    }
  }

  #change(state: UploadState): void {
    this.#state = state;
    if (state.is === 'done') this.#finish(state.file);
    if (state.is === 'stopped') this.#finish(undefined);
    for (const listener of this.#listeners) listener();
  }
}

/** Returns the message of the first invalid field, or else of the error itself. */
function messageFor(error: unknown): string {
  const field = isApiError(error) ? Object.values(error.fields)[0] : undefined;
  return field ?? problemText(error);
}

function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
