import type { AuthoredTrainingDetail, TrainingHead } from '@hexpedition/contract';
import { newCourseTexts } from '@hexpedition/contract/placeholders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, isApiError } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { authoredTrainingQuery, refreshPublished } from '../authoring-queries.ts';
import { type HeadKey, isSameHead, mergeHeads } from './head-merge.ts';

/** Fields that this author and another one both changed. */
export interface HeadConflictState {
  theirs: TrainingHead;
  keys: HeadKey[];
}

const textFields = ['summary', 'description'] as const;

/** Returns the values of the form: the texts of a new course are empty fields. */
function formHeadOf(head: TrainingHead): TrainingHead {
  const empty = textFields.filter((key) => head[key] === newCourseTexts[key]);
  return { ...head, ...Object.fromEntries(empty.map((key) => [key, ''])) };
}

/** Returns the values to save. A hidden course may keep the texts of a new course. */
function savedHeadOf(head: TrainingHead): TrainingHead {
  const empty = head.hidden ? textFields.filter((key) => head[key].trim() === '') : [];
  return { ...head, ...Object.fromEntries(empty.map((key) => [key, newCourseTexts[key]])) };
}

/** State of the form for `training.yaml`: edits, the save, and the merge after a conflict. */
export function useTrainingHead(training: AuthoredTrainingDetail) {
  const { slug } = training;
  const api = useApi();
  const client = useQueryClient();
  /** Server state on which the form is based. */
  const [base, setBase] = useState({ head: formHeadOf(training.head), etag: training.etag });
  const [head, setHead] = useState(() => formHeadOf(training.head));
  const [conflicts, setConflicts] = useState<HeadConflictState>();
  const set = (change: Partial<TrainingHead>) => setHead((before) => ({ ...before, ...change }));
  const isChanged = !isSameHead(head, base.head);

  // Follows changes on the server as long as the form is unchanged.
  useEffect(() => {
    if (isChanged) return;
    setBase({ head: formHeadOf(training.head), etag: training.etag });
    setHead(formHeadOf(training.head));
  }, [training, isChanged]);

  const mergeServerHead = async () => {
    const current = await client.fetchQuery({ ...authoredTrainingQuery(slug), staleTime: 0 });
    const theirs = formHeadOf(current.head);
    const merged = mergeHeads(base.head, theirs, head);
    setBase({ head: theirs, etag: current.etag });
    setHead(merged.head);
    setConflicts({ theirs, keys: merged.conflicts });
  };
  const save = useMutation({
    meta: { suppress: [400, 409] },
    mutationFn: async () => {
      const body = { training: savedHeadOf(head), etag: base.etag, overwrite: false };
      const answer = await api('POST /api/admin/training/:slug', { params: { slug }, body });
      const problem = answer.diagnostics.find(({ severity }) => severity === 'error');
      if (!answer.applied)
        throw new ApiError(400, {
          code: 'invalid_request',
          msg: problem?.message ?? 'The course was not saved. Try again.',
        });
      return answer;
    },
    onSuccess: ({ etag }) => {
      setBase({ head, etag });
      setConflicts(undefined);
      client.setQueryData(
        authoredTrainingQuery(slug).queryKey,
        (before) => before && { ...before, head: savedHeadOf(head), etag },
      );
      refreshPublished(client);
    },
    onError: async (error) => {
      if (isApiError(error, 'conflict')) await mergeServerHead().catch(() => undefined);
    },
  });
  const fieldErrors = isApiError(save.error) ? save.error.fields : {};
  const fieldError = (key: HeadKey) => fieldErrors[key] ?? fieldErrors[`training.${key}`];
  /** Whether saving shows the course to learners, and so may place it on the live map. */
  const isShowing = base.head.hidden && !head.hidden;
  return { head, set, discard: () => setHead(base.head), isChanged, isShowing, conflicts, save, fieldError };
}
