import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { endpointQuery, updateQueryResult, useApi, usePersonalQuery } from '#lib/query.ts';
import { readSession, useSession } from '#lib/session.ts';
import { type Ranges, union } from './ranges.ts';

const tellEvery = 10_000;

const videosQuery = (slug: string) =>
  endpointQuery('GET /api/subchapter/:slug/videos', { params: { slug } }, { quiet: true });

interface News {
  watched: Ranges;
  position: number;
}
type Untold = News | undefined;

/** What could not be sent, together with what was seen meanwhile. */
const later = (news: News, since: Untold): News => ({
  position: since?.position ?? news.position,
  watched: union(news.watched, since?.watched ?? []),
});

/**
 * What this learner has seen of one film, here and before. It is sent to the server now and then, and when the page
 * closes; what could not be sent is sent the next time.
 */
export function useWatched(lesson: string, id: string) {
  const api = useApi();
  const client = useQueryClient();
  const signedIn = useSession() !== null;
  const { data } = usePersonalQuery(videosQuery(lesson));
  const known = data?.videos.find((video) => video.id === id);
  const [seen, setSeen] = useState<Ranges>([]);
  const untold = useRef<Untold>(undefined);

  const tell = useCallback(async () => {
    const news = untold.current;
    if (!news || !signedIn) return;
    untold.current = undefined;
    try {
      const view = await api('POST /api/subchapter/:slug/video/:id', {
        params: { slug: lesson, id },
        body: { position: news.position, watched: news.watched.slice(0, 50) },
      });
      await updateQueryResult(client, videosQuery(lesson), (before) => ({
        videos: [...(before?.videos ?? []).filter((video) => video.id !== id), view],
      }));
    } catch {
      untold.current = later(news, untold.current);
    }
  }, [api, client, id, lesson, signedIn]);

  // Time, and the page going away, are outside React.
  useEffect(() => {
    const timer = setInterval(() => void tell(), tellEvery);
    const onHide = () => document.visibilityState === 'hidden' && void tell();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onHide);
      void tell();
    };
  }, [tell]);

  const note = useCallback((position: number, watched: Ranges) => {
    if (watched.length > 0) setSeen((before) => union(before, watched));
    untold.current = { position, watched: union(untold.current?.watched ?? [], watched) };
  }, []);

  return {
    /**
     * Undefined until it is known; visitors begin at the beginning. The first render of a learner's page is still a
     * visitor's, and its effects must not begin there.
     */
    resumeAt: signedIn ? data && (known?.position ?? 0) : readSession() ? undefined : 0,
    watched: union((known?.watched ?? []) as Ranges, seen),
    note,
    tell,
  };
}
