import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { endpointQuery, updateQueryResult, useApi, usePersonalQuery } from '#lib/query.ts';
import { readSession, useSession } from '#lib/session.ts';
import { type Ranges, union } from './watched-ranges.ts';

const SEND_INTERVAL_MS = 10_000;

const videosQuery = (slug: string) =>
  endpointQuery('GET /api/subchapter/:slug/videos', { params: { slug } }, { quiet: true });

interface PendingView {
  watched: Ranges;
  position: number;
}
type Pending = PendingView | undefined;

/** Merges a view that could not be sent with the one that was recorded meanwhile. */
const mergePending = (unsent: PendingView, since: Pending): PendingView => ({
  position: since?.position ?? unsent.position,
  watched: union(unsent.watched, since?.watched ?? []),
});

/**
 * Tracks the watched ranges of one video. Sends them to the server at intervals and when the page is hidden. Data that
 * could not be sent is sent the next time.
 */
export function useWatched(lesson: string, id: string) {
  const api = useApi();
  const client = useQueryClient();
  const signedIn = useSession() !== null;
  const { data } = usePersonalQuery(videosQuery(lesson));
  const known = data?.videos.find((video) => video.id === id);
  const [seen, setSeen] = useState<Ranges>([]);
  const pending = useRef<Pending>(undefined);

  const send = useCallback(async () => {
    const unsent = pending.current;
    if (!unsent || !signedIn) return;
    pending.current = undefined;
    try {
      const view = await api('POST /api/subchapter/:slug/video/:id', {
        params: { slug: lesson, id },
        body: { position: unsent.position, watched: unsent.watched.slice(0, 50) },
      });
      await updateQueryResult(client, videosQuery(lesson), (before) => ({
        videos: [...(before?.videos ?? []).filter((video) => video.id !== id), view],
      }));
    } catch {
      pending.current = mergePending(unsent, pending.current);
    }
  }, [api, client, id, lesson, signedIn]);

  // Sends at intervals, when the page is hidden, and on unmount.
  useEffect(() => {
    const timer = setInterval(() => void send(), SEND_INTERVAL_MS);
    const onHide = () => document.visibilityState === 'hidden' && void send();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onHide);
      void send();
    };
  }, [send]);

  const note = useCallback((position: number, watched: Ranges) => {
    if (watched.length > 0) setSeen((before) => union(before, watched));
    pending.current = { position, watched: union(pending.current?.watched ?? [], watched) };
  }, []);

  return {
    /**
     * Position at which to resume; undefined until it is loaded, 0 for visitors. The first render of a learner's page is
     * still logged out, so it must not resume at 0.
     */
    resumeAt: signedIn ? data && (known?.position ?? 0) : readSession() ? undefined : 0,
    watched: union((known?.watched ?? []) as Ranges, seen),
    note,
    send,
  };
}
