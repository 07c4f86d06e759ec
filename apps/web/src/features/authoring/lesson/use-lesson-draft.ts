import type { AuthoredLesson, LessonDraft, LessonHead } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { authoredLessonQuery } from '../queries.ts';

/** A pause in the work, milliseconds, after which it is saved. */
const PAUSE = 900;

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'offline';

export interface LessonText {
  head: LessonHead;
  body: string;
}

/** What the server would show its author: the draft, or else what is published. */
const textOf = ({ draft, published, name }: AuthoredLesson): LessonText =>
  draft ?? published ?? { head: { name, summary: '', minutes: 5 }, body: '' };

export const isSameText = (a: LessonText, b: LessonText): boolean =>
  a.body === b.body &&
  a.head.name === b.head.name &&
  a.head.summary === b.head.summary &&
  a.head.minutes === b.head.minutes;

/** What the author works on, and what it was made from. */
interface Work {
  text: LessonText;
  base: number | null;
  /** As the server has both. */
  saved: LessonText & { base: number | null };
  version: number;
  /** Rises when the text comes from elsewhere than the author's hands, so that the source shows it. */
  turn: number;
}

function workOf(lesson: AuthoredLesson, turn = 0): Work {
  const { head, body } = textOf(lesson);
  const base = lesson.draft ? lesson.draft.base : (lesson.published?.revision ?? null);
  return { text: { head, body }, base, saved: { head, body, base }, version: lesson.draft?.version ?? 0, turn };
}

const isSaved = ({ text, base, saved }: Work): boolean => isSameText(text, saved) && base === saved.base;

/**
 * The text under the author's hands. It saves itself as the author's draft after a pause; what learners read changes
 * only when it is published. What others publish meanwhile is heard, and never written over.
 */
export function useLessonDraft(first: AuthoredLesson) {
  const { slug } = first;
  const api = useApi();
  const client = useQueryClient();
  const [lesson, setLesson] = useState(first);
  const [work, setWork] = useState(() => workOf(first));
  const [state, setState] = useState<SaveState>('saved');
  const [error, setError] = useState<string>();
  /** What another tab of the same author has saved over the version that this one knows. */
  const [otherTab, setOtherTab] = useState<LessonDraft>();
  // What a save that is on its way has to find when it comes back, before React has drawn it.
  const now = useRef({ lesson, work, otherTab, saving: undefined as Promise<boolean> | undefined });

  const put = useCallback((next: Work) => {
    now.current.work = next;
    setWork(next);
  }, []);
  const know = useCallback((next: AuthoredLesson) => {
    now.current.lesson = next;
    setLesson(next);
  }, []);
  const meet = useCallback((draft: LessonDraft | undefined) => {
    now.current.otherTab = draft;
    setOtherTab(draft);
  }, []);

  /** Begins anew with what the server has: after publishing, and where nothing of ours would be lost. */
  const begin = useCallback(
    (next: AuthoredLesson) => {
      know(next);
      put(workOf(next, now.current.work.turn + 1));
      meet(undefined);
      setState('saved');
      setError(undefined);
      client.setQueryData(authoredLessonQuery(slug).queryKey, next);
    },
    [client, know, meet, put, slug],
  );

  /** Takes in what the server says now, without touching what the author has written. */
  const hear = useCallback(
    (news: AuthoredLesson) => {
      const { work, lesson: before, saving, otherTab } = now.current;
      if (news === before || saving || otherTab) return;
      const isOurs = !isSaved(work);
      const version = news.draft?.version ?? 0;
      // An answer that was on its way while we saved.
      if (news.draft && version < work.version) return;
      if (!isOurs && (version !== work.version || !news.draft)) return begin(news);
      know(news);
      if (version > work.version && news.draft) meet(news.draft);
      if (!news.draft) put({ ...work, version: 0 });
    },
    [begin, know, meet, put],
  );

  const refetch = useCallback(() => client.fetchQuery({ ...authoredLessonQuery(slug), staleTime: 0 }), [client, slug]);

  const send = useCallback(async (): Promise<boolean> => {
    setState('saving');
    try {
      for (;;) {
        if (isSaved(now.current.work)) break;
        const { text, base, version } = now.current.work;
        const draft = await api('PUT /api/admin/subchapter/:slug/draft', {
          params: { slug },
          body: { ...text, base, version },
        });
        const { lesson } = now.current;
        know({ ...lesson, draft, state: lesson.published ? 'changed' : 'draft' });
        client.setQueryData(authoredLessonQuery(slug).queryKey, now.current.lesson);
        // What was typed meanwhile goes with the next round.
        put({ ...now.current.work, saved: { ...text, base }, version: draft.version });
      }
      setError(undefined);
      setState('saved');
      return true;
    } catch (failure) {
      if (isApiError(failure, 'conflict')) {
        const theirs = await refetch().catch(() => undefined);
        if (theirs) know(theirs);
        meet(theirs?.draft ?? undefined);
      }
      setError(messageOf(failure));
      setState(isApiError(failure, 'network') ? 'offline' : 'failed');
      return false;
    }
  }, [api, client, know, meet, put, refetch, slug]);

  /** Says whether all is saved. A save that is on its way already takes along what has changed meanwhile. */
  const save = useCallback(async (): Promise<boolean> => {
    if (now.current.otherTab) return false;
    now.current.saving ??= send().finally(() => {
      now.current.saving = undefined;
    });
    return now.current.saving;
  }, [send]);

  const isChanged = !isSaved(work);
  // Saving is the network's. A failure waits for the next change, for the connection, or for the button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change begins a new pause
  useEffect(() => {
    if (!isChanged || otherTab) return;
    setState((before) => (before === 'saving' ? before : 'unsaved'));
    const timer = window.setTimeout(() => void save(), PAUSE);
    return () => window.clearTimeout(timer);
  }, [work.text, work.base, isChanged, otherTab, save]);

  // The connection, and the page going away, are outside React.
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const onOnline = () => void save();
    window.addEventListener('beforeunload', ask);
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('beforeunload', ask);
      window.removeEventListener('online', onOnline);
    };
  }, [isChanged, save]);

  // Whoever goes to another lesson takes nothing unsaved along: it is sent on the way.
  useEffect(
    () => () => {
      if (!isSaved(now.current.work)) void save();
    },
    [save],
  );

  const change = useCallback(
    (text: Partial<LessonText>) => put({ ...now.current.work, text: { ...now.current.work.text, ...text } }),
    [put],
  );

  return {
    lesson,
    text: work.text,
    turn: work.turn,
    base: work.base,
    state,
    error,
    isChanged,
    otherTab,
    /** Somebody has published since the draft was begun, and its author has not seen it yet. */
    isBehind:
      lesson.published !== null && lesson.published.revision !== work.base && (isChanged || lesson.draft !== null),
    /** There is nothing to publish: learners read the very same text. */
    isAsPublished: lesson.state !== 'withdrawn' && lesson.published !== null && isSameText(lesson.published, work.text),
    /** What the author has typed. */
    change,
    /** Another text takes the place of this one, such as an earlier revision. */
    replace: useCallback(
      (text: LessonText) => put({ ...now.current.work, text, turn: now.current.work.turn + 1 }),
      [put],
    ),
    /** The author has seen what is published: the text goes on from there. */
    rebase: useCallback(
      (text: LessonText) => {
        const { work, lesson } = now.current;
        put({ ...work, text, base: lesson.published?.revision ?? null, turn: work.turn + 1 });
        void save();
      },
      [put, save],
    ),
    /** Goes on with what the other tab has saved, or with what this one holds. */
    settleTab: useCallback(
      (isTheirs: boolean) => {
        const { work, otherTab } = now.current;
        if (!otherTab) return;
        const { head, body, version, base } = otherTab;
        put({
          text: isTheirs ? { head, body } : work.text,
          ...{ base, saved: { head, body, base }, version, turn: work.turn + 1 },
        });
        meet(undefined);
      },
      [meet, put],
    ),
    save,
    hear,
    begin,
    refetch,
    /** The draft's version at this moment, for what follows a save. */
    versionNow: useCallback(() => now.current.work.version, []),
  };
}

export type LessonWork = ReturnType<typeof useLessonDraft>;
