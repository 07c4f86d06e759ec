import { homeFileLimit } from '@hexpedition/contract/home-limits';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { homeFilesQuery } from '../../lab-queries.ts';
import { formatBytes } from './format-bytes.ts';

type UploadState = { is: 'waiting' } | { is: 'sending' } | { is: 'done' } | { is: 'failed'; msg: string };

export interface HomeUpload {
  id: number;
  file: File;
  state: UploadState;
}

/** Uploads files to the home, one after the other. The uploads continue while another pane is shown. */
export function useHomeUploads(slug: string) {
  const api = useApi();
  const client = useQueryClient();
  const [list, setList] = useState<readonly HomeUpload[]>([]);
  const next = useRef(1);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const setState = (id: number, state: UploadState) =>
    setList((now) => now.map((upload) => (upload.id === id ? { ...upload, state } : upload)));

  const send = async ({ id, file }: HomeUpload) => {
    setState(id, { is: 'sending' });
    try {
      await api('PUT /api/lab/:slug/file', { params: { slug }, query: { path: file.name }, body: file });
      setState(id, { is: 'done' });
      void client.invalidateQueries({ queryKey: homeFilesQuery(slug).queryKey });
    } catch (error) {
      setState(id, { is: 'failed', msg: messageOf(error) });
    }
  };
  const enqueue = (upload: HomeUpload) => {
    queue.current = queue.current.then(() => send(upload));
  };

  return {
    list,
    add: (files: readonly File[]) => {
      const added = files.map((file): HomeUpload => {
        const isTooLarge = file.size > homeFileLimit;
        const msg = `This file has ${formatBytes(file.size)}. The limit is ${formatBytes(homeFileLimit)}.`;
        return { id: next.current++, file, state: isTooLarge ? { is: 'failed', msg } : { is: 'waiting' } };
      });
      // Finished uploads are in the list of files already.
      setList((now) => [...now.filter(({ state }) => state.is !== 'done'), ...added]);
      for (const upload of added) if (upload.state.is === 'waiting') enqueue(upload);
    },
    retry: (upload: HomeUpload) => {
      setState(upload.id, { is: 'waiting' });
      enqueue(upload);
    },
    dismiss: (id: number) => setList((now) => now.filter((upload) => upload.id !== id)),
  };
}

export type HomeUploads = ReturnType<typeof useHomeUploads>;
