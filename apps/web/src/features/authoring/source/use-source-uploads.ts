import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '#lib/query.ts';
import { toast } from '#ui/toast.ts';
import { trainingFilesQuery } from '../authoring-queries.ts';
import { FileUpload } from '../files/file-upload.ts';
import { captionsOf, refreshFiles } from '../files/training-files.ts';
import {
  blockFor,
  fileProblemOf,
  freeTarget,
  pathOf,
  targetsOf,
  type UploadTarget,
  unsupportedFileText,
} from '../files/upload-target.ts';
import type { SourceView } from './source-view.ts';

/** File that was dropped or pasted onto the source, until it is inserted or dismissed. */
export interface SourceUpload {
  id: number;
  name: string;
  /** Reason for which the file is not uploaded at all. */
  problem?: string;
  upload?: FileUpload;
}

/** Names that clipboards and browsers give to pictures without a name. */
const nameless = /^(image|unnamed|screenshot|download)?(\.\w+)?$/i;

interface Options {
  training: string;
  /** Slug of the lesson. Unnamed pictures are named after it. */
  lesson: string;
  /** The source view; null until it is created. */
  source: RefObject<SourceView | null>;
}

/** Uploads files that are dropped or pasted onto the source, and inserts their blocks afterwards. */
export function useSourceUploads({ training, lesson, source }: Options) {
  const api = useApi();
  const client = useQueryClient();
  const [uploads, setUploads] = useState<readonly SourceUpload[]>([]);
  const now = useRef({ uploads, lastId: 0 });

  const put = useCallback((change: (before: readonly SourceUpload[]) => readonly SourceUpload[]) => {
    now.current.uploads = change(now.current.uploads);
    setUploads(now.current.uploads);
  }, []);
  const dismiss = useCallback(
    (id: number) => {
      now.current.uploads.find((one) => one.id === id)?.upload?.stop();
      source.current?.removeUpload(id);
      put((before) => before.filter((one) => one.id !== id));
    },
    [put, source],
  );

  const fetchPaths = useCallback(async (): Promise<string[]> => {
    // If the list does not load, the server still rejects names that are taken.
    const list = await client.fetchQuery(trainingFilesQuery(training)).catch(() => undefined);
    return list?.files.map(({ path }) => path) ?? [];
  }, [client, training]);
  /** Adds the paths of pending uploads. */
  const withPending = useCallback(
    (paths: readonly string[]) => [...paths, ...now.current.uploads.flatMap(({ upload }) => upload?.path ?? [])],
    [],
  );

  const send = useCallback(
    async (id: number, file: File, first: UploadTarget, isPasted: boolean) => {
      const list = await fetchPaths();
      // No await until the upload has its name, because another upload could choose the same name.
      const taken = new Set(withPending(list));
      const target = isPasted ? freeTarget(first, taken) : first;
      const upload = new FileUpload({ api, training, file, target });
      put((before) => before.map((one) => (one.id === id ? { ...one, upload } : one)));
      if (taken.has(upload.path)) upload.markNameTaken();
      else upload.start();
      const uploaded = await upload.finished;
      if (!uploaded) return;
      const kind = blockFor(upload.target);
      refreshFiles(client, training, upload.isReplacing);
      put((before) => before.filter((one) => one.id !== id));
      if (kind)
        source.current?.insertUpload(
          id,
          kind,
          uploaded.path,
          captionsOf(uploaded.path, withPending(await fetchPaths())),
        );
      else {
        source.current?.removeUpload(id);
        toast(`Uploaded ${uploaded.path}.`, 'good');
      }
    },
    [api, client, fetchPaths, put, source, training, withPending],
  );

  const take = useCallback(
    (files: File[], at: number, isPasted: boolean) => {
      for (const file of files) {
        const id = ++now.current.lastId;
        const isNameless = nameless.test(file.name);
        const [found] = targetsOf(file);
        const target = found && isNameless ? { ...found, stem: lesson } : found;
        const problem = target ? fileProblemOf(target, file.size) : unsupportedFileText(file);
        source.current?.addUpload(id, at);
        put((before) => [...before, { id, name: target ? pathOf(target) : file.name, ...(problem && { problem }) }]);
        if (target && !problem) void send(id, file, target, isPasted || isNameless);
      }
    },
    [lesson, put, send, source],
  );

  const keepBoth = useCallback(
    async ({ upload }: SourceUpload) => {
      if (!upload) return;
      const list = await fetchPaths();
      const taken = new Set([...withPending(list), upload.path]);
      upload.rename(freeTarget(upload.target, taken));
    },
    [fetchPaths, withPending],
  );

  // Cancels pending uploads when the author leaves the lesson.
  useEffect(
    () => () => {
      for (const { upload } of now.current.uploads) upload?.stop();
    },
    [],
  );
  // Prevents the browser from opening a file that is dropped outside the source.
  useEffect(() => {
    const preventOpen = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    window.addEventListener('dragover', preventOpen);
    window.addEventListener('drop', preventOpen);
    return () => {
      window.removeEventListener('dragover', preventOpen);
      window.removeEventListener('drop', preventOpen);
    };
  }, []);
  const isUploading = uploads.length > 0;
  // Asks before the page closes during an upload.
  useEffect(() => {
    if (!isUploading) return;
    const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmLeave);
    return () => window.removeEventListener('beforeunload', confirmLeave);
  }, [isUploading]);

  return { uploads, take, dismiss, keepBoth };
}
