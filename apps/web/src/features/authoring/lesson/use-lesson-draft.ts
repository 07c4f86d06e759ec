import type { AuthoredLesson, LessonDraft, LessonHead } from '@hexpedition/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Api } from '#lib/api.ts';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { Draft, type Edit } from '#lib/drafts/draft.ts';
import { useDraftState } from '#lib/drafts/use-draft-state.ts';
import { useApi } from '#lib/query.ts';
import { authoredLessonQuery } from '../authoring-queries.ts';

/** Debounce of automatic saving, milliseconds. */
const SAVE_DELAY_MS = 900;

export interface LessonText {
  head: LessonHead;
  body: string;
}

export const isSameText = (a: LessonText, b: LessonText): boolean =>
  a.body === b.body &&
  a.head.name === b.head.name &&
  a.head.summary === b.head.summary &&
  a.head.minutes === b.head.minutes;

/** Text being edited. */
interface Work {
  text: LessonText;
  /** Published revision on which the text is based. */
  base: number | null;
  /** Counts text changes that the author did not type; the source editor reloads the text on each. */
  externalChange: number;
}

/** Returns the text to edit: the author's draft, or else the published text. */
function workOf({ draft, published, name }: AuthoredLesson, externalChange = 0): Work {
  const { head, body } = draft ?? published ?? { head: { name, summary: '', minutes: 5 }, body: '' };
  const base = draft ? draft.base : (published?.revision ?? null);
  return { text: { head, body }, base, externalChange };
}

const isSameWork = (a: Work, b: Work): boolean => isSameText(a.text, b.text) && a.base === b.base;
const versionOf = ({ draft }: AuthoredLesson): number => draft?.version ?? 0;

/** Keeps the author's text. It conflicts with a draft that another tab of the same author has saved. */
function mergeWork({ mine, base }: Edit<Work>, theirs: Work, { draft }: AuthoredLesson) {
  if (isSameWork(mine, base)) return { value: { ...theirs, externalChange: mine.externalChange + 1 } };
  return draft && !isSameWork(mine, theirs) ? { value: mine, conflict: draft } : { value: mine };
}

/**
 * State of the lesson that the author edits. Saves the author's draft automatically after a pause. Learners see the
 * changes only after publishing. Detects revisions that others publish meanwhile, and never overwrites them.
 */
export function useLessonDraft(first: AuthoredLesson) {
  const api = useApi();
  const client = useQueryClient();
  const [{ draft, ...actions }] = useState(() => createLessonDraft(api, client, first));
  const { value, server, conflict, failure, isChanged, saveState } = useDraftState(draft);
  const { text, base, externalChange } = value;
  const lesson = conflict?.theirs ?? server;
  const state = conflict && failure ? 'failed' : saveState;
  return {
    ...actions,
    lesson,
    text,
    externalChange,
    base,
    state: state === 'failed' && isApiError(failure?.error, 'network') ? ('offline' as const) : state,
    error: failure && messageOf(failure.error),
    isChanged,
    /** Draft that another tab of the same author saved over the version that this tab knows. */
    otherTab: conflict?.detail,
    /** A newer revision was published since the draft was started, and the author has not merged it. */
    isBehind: lesson.published !== null && lesson.published.revision !== base && (isChanged || lesson.draft !== null),
    /** A new lesson in which nothing has been written yet. */
    isUntouched: lesson.published === null && lesson.draft === null && !isChanged,
    /** Whether the text equals the published text; publishing is then disabled. */
    isAsPublished: lesson.state !== 'withdrawn' && lesson.published !== null && isSameText(lesson.published, text),
  };
}

function createLessonDraft(api: Api, client: QueryClient, first: AuthoredLesson) {
  const { slug } = first;
  const { queryKey } = authoredLessonQuery(slug);
  const refetch = () => client.fetchQuery({ ...authoredLessonQuery(slug), staleTime: 0 });
  const draft = new Draft<Work, AuthoredLesson, LessonDraft>({
    server: first,
    toValue: workOf,
    // Without a draft, the published text is the author's text.
    toVersion: ({ draft, published }) => (draft ? `draft ${draft.version}` : published?.revision),
    isSame: isSameWork,
    merge: mergeWork,
    autosave: {
      debounceMs: SAVE_DELAY_MS,
      load: refetch,
      save: async ({ mine: { text, base } }, lesson) => {
        const body = { ...text, base, version: versionOf(lesson) };
        const draft = await api('PUT /api/admin/subchapter/:slug/draft', { params: { slug }, body });
        const next: AuthoredLesson = { ...lesson, draft, state: lesson.published ? 'changed' : 'draft' };
        client.setQueryData(queryKey, next);
        return next;
      },
    },
  });
  const save = () => draft.save();
  /** Replaces the text in the source editor. */
  const replace = (text: LessonText, base = draft.read().value.base) =>
    draft.edit({ text, base, externalChange: draft.read().value.externalChange + 1 });
  return {
    draft,
    save,
    refetch,
    /** Applies typed changes. */
    change: (text: Partial<LessonText>) => {
      const { value } = draft.read();
      draft.edit({ ...value, text: { ...value.text, ...text } });
    },
    /** Replaces the whole text, for example by an earlier revision. */
    replace: (text: LessonText) => replace(text),
    /** Replaces the text and makes the published revision its base. */
    rebase: (text: LessonText) => {
      replace(text, draft.read().server.published?.revision ?? null);
      void save();
    },
    /** Continues with the draft of the other tab, or with the text of this tab. */
    resolveTabConflict: (isTheirs: boolean) => {
      const { value, conflict } = draft.read();
      if (!conflict) return;
      const theirs = workOf(conflict.theirs, value.externalChange + 1);
      draft.rebase(conflict.theirs, isTheirs ? theirs : { ...theirs, text: value.text });
    },
    /** Merges a new state of the server without changing the author's text. */
    mergeServerState: (next: AuthoredLesson) => {
      // A stale response that was sent before our save.
      if (next.draft && versionOf(next) < versionOf(draft.read().server)) return;
      draft.receive(next);
    },
    /** Resets to the state of the server: after publishing, or if there are no local changes. */
    resetTo: (next: AuthoredLesson) => {
      draft.rebase(next, workOf(next, draft.read().value.externalChange + 1));
      client.setQueryData(queryKey, next);
    },
    /** Returns the current version of the draft, for requests after a save. */
    currentVersion: () => versionOf(draft.read().server),
  };
}

export type LessonWork = ReturnType<typeof useLessonDraft>;
