import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { detailsQuery } from '#lib/guards.ts';
import { useApi } from '#lib/query.ts';
import { storeUser } from '#lib/session.ts';
import { avatarsQuery } from '../account-queries.ts';

/** Debounce for the arrow keys, which select every picture they pass. */
const debounceMs = 300;

const side = 512;
const maxBytes = 60_000_000;

class PictureError extends Error {}

interface ShrunkPicture {
  /** Base64 of the picture, as the endpoint expects it. */
  base64: string;
  /** Data URL for the preview. */
  preview: string;
}

/**
 * Crops the picture to a centred square of at most 512 px, so that a 10 MB photo is not uploaded for a 32 px avatar.
 * Pictures that the browser cannot decode are not uploaded.
 * @throws PictureError with a message for the user
 */
async function shrinkPicture(file: File): Promise<ShrunkPicture> {
  if (file.size > maxBytes) throw new PictureError('This file is larger than 60 MB. Choose a smaller one.');
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new PictureError('This file is not a picture that your browser can read. Choose a PNG, JPEG, WebP or AVIF.');
  });
  const cut = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.min(side, cut);
  const context = canvas.getContext('2d');
  if (!context) throw new PictureError('This browser cannot resize the picture. Try another browser.');
  context.imageSmoothingQuality = 'high';
  const [left, top] = [(bitmap.width - cut) / 2, (bitmap.height - cut) / 2];
  context.drawImage(bitmap, left, top, cut, cut, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // A browser without WebP support returns a PNG data URL instead.
  const preview = canvas.toDataURL('image/webp', 0.92);
  return { base64: preview.slice(preview.indexOf(',') + 1), preview };
}

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
