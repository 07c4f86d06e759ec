import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { detailsQuery } from '#lib/guards.ts';
import { useApi } from '#lib/query.ts';
import { storeUser } from '#lib/session.ts';
import { avatarsQuery } from './avatar-queries.ts';
import { PictureError, type ShrunkPicture, shrinkPicture } from './shrink-picture.ts';

/** Debounce for the arrow keys, which select every picture they pass. */
const debounceMs = 300;

/** The user's avatar: the current selection, functions to change it, and the state of the last change. */
export function useAvatar(current: string) {
  const api = useApi();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<string>();
  const [picture, setPicture] = useState<ShrunkPicture>();
  const [saved, setSaved] = useState(false);

  const keep = (answer: Awaited<ReturnType<typeof api<'POST /api/avatars/upload'>>>) => {
    storeUser(answer.user);
    client.setQueryData(detailsQuery.queryKey, answer);
    for (const call of ['GET /api/account/leaderboard', 'GET /api/account/profile/:username']) {
      void client.invalidateQueries({ queryKey: [call] });
    }
    setSaved(true);
  };

  const set = useMutation({
    // One scope runs the mutations one after another, so the last choice wins.
    scope: { id: 'avatar' },
    mutationFn: (id: string) => api('POST /api/avatars/set/:id', { params: { id } }),
    onSuccess: keep,
    onSettled: (_answer, _error, id) => setChosen((now) => (now === id ? undefined : now)),
  });

  const upload = useMutation({
    scope: { id: 'avatar' },
    meta: { suppress: [400] },
    mutationFn: async (file: File) => {
      const shrunk = await shrinkPicture(file);
      setPicture(shrunk);
      return api('POST /api/avatars/upload', { body: { image: shrunk.base64 } });
    },
    onSuccess: async (answer) => {
      // Reload the list first, so that it contains the new picture when the session refers to it.
      await client.invalidateQueries({ queryKey: avatarsQuery.queryKey });
      keep(answer);
    },
    onSettled: () => setPicture(undefined),
  });

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<() => void>(undefined);
  // Save a pending choice when the user leaves the page.
  useEffect(() => () => waiting.current?.(), []);

  const begin = () => {
    clearTimeout(timer.current);
    waiting.current = undefined;
    set.reset();
    upload.reset();
    setSaved(false);
  };

  const failure = set.error ?? upload.error;
  return {
    chosen: chosen ?? current,
    preview: picture?.preview,
    uploading: upload.isPending,
    saving: set.isPending || upload.isPending || chosen !== undefined,
    saved,
    error: failure instanceof PictureError ? failure.message : failure ? messageOf(failure) : undefined,
    choose: (id: string) => {
      begin();
      setChosen(id);
      waiting.current = () => {
        clearTimeout(timer.current);
        waiting.current = undefined;
        set.mutate(id);
      };
      timer.current = setTimeout(waiting.current, debounceMs);
    },
    upload: (file: File) => {
      begin();
      setChosen(undefined);
      upload.mutate(file);
    },
  };
}
