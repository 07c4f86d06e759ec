import type { UploadedFile } from '@hexpedition/contract';
import { uploadPartBytes } from '@hexpedition/contract/upload-rules';
import type { Api } from '#lib/api.ts';
import { isApiError } from '#lib/api-error.ts';
import { problemText } from '#lib/problem-text.ts';
import { isPicture, pathOf, type Target } from './target.ts';

export type SendingState =
  /** `arrived`: bytes that the server has. */
  | { is: 'sending'; arrived: number }
  | { is: 'done'; file: UploadedFile }
  /** Another file has this name. */
  | { is: 'taken' }
  /** `canGoOn`: the same may succeed later, and goes on with the part that did not arrive. */
  | { is: 'failed'; msg: string; canGoOn: boolean }
  | { is: 'stopped' };

interface Options {
  api: Api;
  training: string;
  file: Blob;
  target: Target;
}

/** A file on its way into a training. It can be stopped, and after a failure it goes on where it was. */
export class Sending {
  readonly file: Blob;
  target: Target;
  readonly #api: Api;
  readonly #training: string;
  #overwrite = false;
  /** Of the parts; new whenever they begin from the first. */
  #upload = crypto.randomUUID();
  #part = 1;
  #stop = new AbortController();
  #state: SendingState = { is: 'sending', arrived: 0 };
  readonly #listeners = new Set<() => void>();
  /** The file once it is there; undefined once it was stopped. */
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

  readonly read = (): SendingState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether it takes the place of another file. */
  get isReplacing(): boolean {
    return this.#overwrite;
  }

  get path(): string {
    return pathOf(this.target);
  }

  /** It is known without asking that another file has this name. */
  findTaken(): void {
    this.#change({ is: 'taken' });
  }

  /** Sends it, or what is missing of it. */
  start(): void {
    void this.#run();
  }

  /** Takes the place of the file that has this name. */
  replace(): void {
    this.#overwrite = true;
    this.#restart();
  }

  rename(target: Target): void {
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
    this.#upload = crypto.randomUUID();
    this.#part = 1;
  }

  async #run(): Promise<void> {
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.#change({ is: 'sending', arrived: this.#arrived });
    try {
      const file = isPicture(this.target) ? await this.#sendPicture(signal) : await this.#sendParts(signal);
      if (!signal.aborted) this.#change({ is: 'done', file });
    } catch (error) {
      if (signal.aborted) return;
      if (isApiError(error, 'already_done')) return this.#change({ is: 'taken' });
      const canGoOn = !isApiError(error) || error.status === 0 || error.status === 429 || error.status >= 500;
      this.#change({ is: 'failed', msg: wordsOf(error), canGoOn });
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

  /** One part after the other, each cut out of the file when its turn comes. */
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
        // The server misses one that had arrived: a day has passed. Another try begins with the first.
        this.#begin();
        throw new Error('The parts of this upload are gone.');
      }
      this.#part += 1;
      this.#change({ is: 'sending', arrived: this.#arrived });
    }
  }

  #change(state: SendingState): void {
    this.#state = state;
    if (state.is === 'done') this.#finish(state.file);
    if (state.is === 'stopped') this.#finish(undefined);
    for (const listener of this.#listeners) listener();
  }
}

/** What was wrong with a field of ours is what was wrong. */
function wordsOf(error: unknown): string {
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
