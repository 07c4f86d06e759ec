import type { AuthoredLesson, LessonDraft, LessonHead } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { authoredLessonQuery } from '../authoring-queries.ts';

/** Debounce of automatic saving, milliseconds. */
const SAVE_DELAY_MS = 900;

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'offline';

export interface LessonText {
  head: LessonHead;
  body: string;
}

/** Returns the text to edit: the author's draft, or else the published text. */
const textOf = ({ draft, published, name }: AuthoredLesson): LessonText =>
  draft ?? published ?? { head: { name, summary: '', minutes: 5 }, body: '' };

export const isSameText = (a: LessonText, b: LessonText): boolean =>
  a.body === b.body &&
  a.head.name === b.head.name &&
  a.head.summary === b.head.summary &&
  a.head.minutes === b.head.minutes;

/** Text being edited, with the revision on which it is based. */
interface Work {
  text: LessonText;
  base: number | null;
  /** Text and base as the server last stored them. */
  saved: LessonText & { base: number | null };
  version: number;
  /** Counts text changes that the author did not type; the source editor reloads the text on each. */
  externalChange: number;
}

function workOf(lesson: AuthoredLesson, externalChange = 0): Work {
  const { head, body } = textOf(lesson);
  const base = lesson.draft ? lesson.draft.base : (lesson.published?.revision ?? null);
  return {
    text: { head, body },
    base,
    saved: { head, body, base },
    version: lesson.draft?.version ?? 0,
    externalChange,
  };
}

const isSaved = ({ text, base, saved }: Work): boolean => isSameText(text, saved) && base === saved.base;

/**
 * State of the lesson that the author edits. Saves the author's draft automatically after a pause. Learners see the
 * changes only after publishing. Detects revisions that others publish meanwhile, and never overwrites them.
 */
export function useLessonDraft(first: AuthoredLesson) {
  const { slug } = first;
  const api = useApi();
  const client = useQueryClient();
  const [lesson, setLesson] = useState(first);
  const [work, setWork] = useState(() => workOf(first));
  const [state, setState] = useState<SaveState>('saved');
  const [error, setError] = useState<string>();
  /** Draft that another tab of the same author saved over the version that this tab knows. */
  const [otherTab, setOtherTab] = useState<LessonDraft>();
  // Latest state for pending saves, which must not wait for the next render.
  const now = useRef({ lesson, work, otherTab, saving: undefined as Promise<boolean> | undefined });

  const put = useCallback((next: Work) => {
    now.current.work = next;
    setWork(next);
  }, []);
  const storeLesson = useCallback((next: AuthoredLesson) => {
    now.current.lesson = next;
    setLesson(next);
  }, []);
  const storeTabConflict = useCallback((draft: LessonDraft | undefined) => {
    now.current.otherTab = draft;
    setOtherTab(draft);
  }, []);

  /** Resets to the state of the server: after publishing, or if there are no local changes. */
  const resetTo = useCallback(
    (next: AuthoredLesson) => {
      storeLesson(next);
      put(workOf(next, now.current.work.externalChange + 1));
      storeTabConflict(undefined);
      setState('saved');
      setError(undefined);
      client.setQueryData(authoredLessonQuery(slug).queryKey, next);
    },
    [client, storeLesson, storeTabConflict, put, slug],
  );

  /** Merges a new state of the server without changing the author's text. */
  const mergeServerState = useCallback(
    (next: AuthoredLesson) => {
      const { work, lesson: before, saving, otherTab } = now.current;
      if (next === before || saving || otherTab) return;
      const hasLocalChanges = !isSaved(work);
      const version = next.draft?.version ?? 0;
      // A stale response that was sent before our save.
      if (next.draft && version < work.version) return;
      if (!hasLocalChanges && (version !== work.version || !next.draft)) return resetTo(next);
      storeLesson(next);
      if (version > work.version && next.draft) storeTabConflict(next.draft);
      if (!next.draft) put({ ...work, version: 0 });
    },
    [resetTo, storeLesson, storeTabConflict, put],
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
        storeLesson({ ...lesson, draft, state: lesson.published ? 'changed' : 'draft' });
        client.setQueryData(authoredLessonQuery(slug).queryKey, now.current.lesson);
        // The next iteration saves what the author typed meanwhile.
        put({ ...now.current.work, saved: { ...text, base }, version: draft.version });
      }
      setError(undefined);
      setState('saved');
      return true;
    } catch (failure) {
      if (isApiError(failure, 'conflict')) {
        const theirs = await refetch().catch(() => undefined);
        if (theirs) storeLesson(theirs);
        storeTabConflict(theirs?.draft ?? undefined);
      }
      setError(messageOf(failure));
      setState(isApiError(failure, 'network') ? 'offline' : 'failed');
      return false;
    }
  }, [api, client, storeLesson, storeTabConflict, put, refetch, slug]);

  /** Saves the draft; returns whether everything is saved. A pending save includes later changes. */
  const save = useCallback(async (): Promise<boolean> => {
    if (now.current.otherTab) return false;
    now.current.saving ??= send().finally(() => {
      now.current.saving = undefined;
    });
    return now.current.saving;
  }, [send]);

  const isChanged = !isSaved(work);
  // Schedules the save. After a failure, the next change, `online` or the retry button saves again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change starts a new pause
  useEffect(() => {
    if (!isChanged || otherTab) return;
    setState((before) => (before === 'saving' ? before : 'unsaved'));
    const timer = window.setTimeout(() => void save(), SAVE_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [work.text, work.base, isChanged, otherTab, save]);

  // Saves when the browser is online again, and asks before the page closes with unsaved changes.
  useEffect(() => {
    if (!isChanged) return;
    const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    const onOnline = () => void save();
    window.addEventListener('beforeunload', confirmLeave);
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('beforeunload', confirmLeave);
      window.removeEventListener('online', onOnline);
    };
  }, [isChanged, save]);

  // Saves the draft before the author leaves the page.
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
    externalChange: work.externalChange,
    base: work.base,
    state,
    error,
    isChanged,
    otherTab,
    /** A newer revision was published since the draft was started, and the author has not merged it. */
    isBehind:
      lesson.published !== null && lesson.published.revision !== work.base && (isChanged || lesson.draft !== null),
    /** Whether the text equals the published text; publishing is then disabled. */
    isAsPublished: lesson.state !== 'withdrawn' && lesson.published !== null && isSameText(lesson.published, work.text),
    /** Applies typed changes. */
    change,
    /** Replaces the whole text, for example by an earlier revision. */
    replace: useCallback(
      (text: LessonText) => put({ ...now.current.work, text, externalChange: now.current.work.externalChange + 1 }),
      [put],
    ),
    /** Replaces the text and makes the published revision its base. */
    rebase: useCallback(
      (text: LessonText) => {
        const { work, lesson } = now.current;
        put({ ...work, text, base: lesson.published?.revision ?? null, externalChange: work.externalChange + 1 });
        void save();
      },
      [put, save],
    ),
    /** Continues with the draft of the other tab, or with the text of this tab. */
    resolveTabConflict: useCallback(
      (isTheirs: boolean) => {
        const { work, otherTab } = now.current;
        if (!otherTab) return;
        const { head, body, version, base } = otherTab;
        put({
          text: isTheirs ? { head, body } : work.text,
          ...{ base, saved: { head, body, base }, version, externalChange: work.externalChange + 1 },
        });
        storeTabConflict(undefined);
      },
      [storeTabConflict, put],
    ),
    save,
    mergeServerState,
    resetTo,
    refetch,
    /** Returns the current version of the draft, for requests after a save. */
    currentVersion: useCallback(() => now.current.work.version, []),
  };
}

export type LessonWork = ReturnType<typeof useLessonDraft>;
