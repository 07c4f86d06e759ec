import { homeFileLimit } from '@hexpedition/contract/home-rules';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { homeFilesQuery } from '../queries.ts';
import { bytesOf } from './bytes.ts';

type UploadState = { is: 'waiting' } | { is: 'sending' } | { is: 'done' } | { is: 'failed'; msg: string };

export interface Upload {
  id: number;
  file: File;
  state: UploadState;
}

/** Files on their way into the home, one after the other. They go on while another pane is shown. */
export function useUploads(slug: string) {
  const api = useApi();
  const client = useQueryClient();
  const [list, setList] = useState<readonly Upload[]>([]);
  const next = useRef(1);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const say = (id: number, state: UploadState) =>
    setList((now) => now.map((upload) => (upload.id === id ? { ...upload, state } : upload)));

  const send = async ({ id, file }: Upload) => {
    say(id, { is: 'sending' });
    try {
      await api('PUT /api/lab/:slug/file', { params: { slug }, query: { path: file.name }, body: file });
      say(id, { is: 'done' });
      void client.invalidateQueries({ queryKey: homeFilesQuery(slug).queryKey });
    } catch (error) {
      say(id, { is: 'failed', msg: messageOf(error) });
    }
  };
  const enqueue = (upload: Upload) => {
    queue.current = queue.current.then(() => send(upload));
  };

  return {
    list,
    add: (files: readonly File[]) => {
      const fresh = files.map((file): Upload => {
        const isTooLarge = file.size > homeFileLimit;
        const msg = `It has ${bytesOf(file.size)}, and a file may have ${bytesOf(homeFileLimit)} at most.`;
        return { id: next.current++, file, state: isTooLarge ? { is: 'failed', msg } : { is: 'waiting' } };
      });
      // What arrived earlier is in the list of files.
      setList((now) => [...now.filter(({ state }) => state.is !== 'done'), ...fresh]);
      for (const upload of fresh) if (upload.state.is === 'waiting') enqueue(upload);
    },
    again: (upload: Upload) => {
      say(upload.id, { is: 'waiting' });
      enqueue(upload);
    },
    forget: (id: number) => setList((now) => now.filter((upload) => upload.id !== id)),
  };
}

export type Uploads = ReturnType<typeof useUploads>;
