import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '#lib/query.ts';
import { toast } from '#ui/toast.ts';
import { Sending } from '../files/sending.ts';
import { blockFor, fileFaultOf, freeTarget, pathOf, type Target, targetsOf, whyNowhere } from '../files/target.ts';
import { captionsOf, forgetFiles } from '../files/training-files.ts';
import { trainingFilesQuery } from '../queries.ts';
import type { SourceView } from './source-view.ts';

/** A file that was dropped or pasted onto the source, until it stands there or was given up. */
export interface GivenFile {
  id: number;
  name: string;
  /** Why it is not sent at all. */
  fault?: string;
  sending?: Sending;
}

/** What clipboards and browsers call a picture without a name. */
const nameless = /^(image|unnamed|screenshot|download)?(\.\w+)?$/i;

interface Options {
  training: string;
  /** Pictures without a name of their own are called after it. */
  lesson: string;
  /** Null while it is not there. */
  source: RefObject<SourceView | null>;
}

/** Uploads what is dropped or pasted onto the source, and puts its block there once it has arrived. */
export function useGivenFiles({ training, lesson, source }: Options) {
  const api = useApi();
  const client = useQueryClient();
  const [given, setGiven] = useState<readonly GivenFile[]>([]);
  const now = useRef({ given, last: 0 });

  const put = useCallback((change: (before: readonly GivenFile[]) => readonly GivenFile[]) => {
    now.current.given = change(now.current.given);
    setGiven(now.current.given);
  }, []);
  const giveUp = useCallback(
    (id: number) => {
      now.current.given.find((one) => one.id === id)?.sending?.stop();
      source.current?.leave(id);
      put((before) => before.filter((one) => one.id !== id));
    },
    [put, source],
  );

  const listed = useCallback(async (): Promise<string[]> => {
    // Where the list does not come, the server still says which names are taken.
    const list = await client.fetchQuery(trainingFilesQuery(training)).catch(() => undefined);
    return list?.files.map(({ path }) => path) ?? [];
  }, [client, training]);
  /** With those that are on their way at this moment. */
  const withOurs = useCallback(
    (paths: readonly string[]) => [...paths, ...now.current.given.flatMap(({ sending }) => sending?.path ?? [])],
    [],
  );

  const send = useCallback(
    async (id: number, file: File, first: Target, isPasted: boolean) => {
      const list = await listed();
      // Nothing is waited for from here until it has its name: another one may be called the same.
      const taken = new Set(withOurs(list));
      const target = isPasted ? freeTarget(first, taken) : first;
      const sending = new Sending({ api, training, file, target });
      put((before) => before.map((one) => (one.id === id ? { ...one, sending } : one)));
      if (taken.has(sending.path)) sending.findTaken();
      else sending.start();
      const arrived = await sending.finished;
      if (!arrived) return;
      const kind = blockFor(sending.target);
      forgetFiles(client, training, sending.isReplacing);
      put((before) => before.filter((one) => one.id !== id));
      if (kind) source.current?.fill(id, kind, arrived.path, captionsOf(arrived.path, withOurs(await listed())));
      else {
        source.current?.leave(id);
        toast(`${arrived.path} is uploaded.`, 'good');
      }
    },
    [api, client, listed, put, source, training, withOurs],
  );

  const take = useCallback(
    (files: File[], at: number, isPasted: boolean) => {
      for (const file of files) {
        const id = ++now.current.last;
        const isNameless = nameless.test(file.name);
        const [found] = targetsOf(file);
        const target = found && isNameless ? { ...found, stem: lesson } : found;
        const fault = target ? fileFaultOf(target, file.size) : whyNowhere(file);
        source.current?.hold(id, at);
        put((before) => [...before, { id, name: target ? pathOf(target) : file.name, ...(fault && { fault }) }]);
        if (target && !fault) void send(id, file, target, isPasted || isNameless);
      }
    },
    [lesson, put, send, source],
  );

  const keepBoth = useCallback(
    async ({ sending }: GivenFile) => {
      if (!sending) return;
      const list = await listed();
      const taken = new Set([...withOurs(list), sending.path]);
      sending.rename(freeTarget(sending.target, taken));
    },
    [listed, withOurs],
  );

  // Whoever goes to another lesson does not wait for them any more.
  useEffect(
    () => () => {
      for (const { sending } of now.current.given) sending?.stop();
    },
    [],
  );
  // A file that is dropped beside the source must not take the place of the page, which is the browser's own idea.
  useEffect(() => {
    const keep = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    window.addEventListener('dragover', keep);
    window.addEventListener('drop', keep);
    return () => {
      window.removeEventListener('dragover', keep);
      window.removeEventListener('drop', keep);
    };
  }, []);
  const isWaiting = given.length > 0;
  // The page going away is outside React.
  useEffect(() => {
    if (!isWaiting) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isWaiting]);

  return { given, take, giveUp, keepBoth };
}
