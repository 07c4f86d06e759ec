import type { LessonPreview } from '@hexpedition/contract';
import { useEffect, useRef, useState } from 'react';
import { loadModuleKinds } from '#features/learn/modules/module-kinds.public.tsx';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import type { LessonText } from '../lesson/use-lesson-draft.ts';

/** A pause in the work, milliseconds, after which the preview is made. */
const PAUSE = 350;
/** Milliseconds until a text that took too long is tried again. */
const AGAIN = 1_000;

/**
 * What learners would see of the text. The last preview stays until the next one is there. Only the newest text counts:
 * an answer to an older one is thrown away.
 */
export function usePreview(slug: string, text: LessonText) {
  const api = useApi();
  const [preview, setPreview] = useState<LessonPreview>();
  const [error, setError] = useState<string>();
  const isFirst = useRef(true);
  // The network is outside React.
  useEffect(() => {
    let isOld = false;
    let timer: number;
    let isSecond = false;
    const ask = async () => {
      try {
        const { head, body } = text;
        const answer = await api('POST /api/admin/subchapter/:slug/preview', {
          params: { slug },
          body: { head, body },
        });
        // A server that has just started, or is busy, takes longer than any text: what it says counts the second time.
        if (!isOld && !isSecond && answer.diagnostics.some(({ code }) => code === 'too-slow')) {
          isSecond = true;
          timer = window.setTimeout(ask, AGAIN);
          return;
        }
        // Its parts come with it, so that nothing jumps.
        await loadModuleKinds(answer.modules);
        if (isOld) return;
        setPreview(answer);
        setError(undefined);
      } catch (failure) {
        if (isOld) return;
        if (isApiError(failure, 'too_many_requests'))
          timer = window.setTimeout(ask, Math.max(1, failure.retryAfter ?? 1) * 1000);
        else setError(messageOf(failure));
      }
    };
    timer = window.setTimeout(ask, isFirst.current ? 0 : PAUSE);
    isFirst.current = false;
    return () => {
      isOld = true;
      window.clearTimeout(timer);
    };
  }, [api, slug, text]);
  return { preview, error };
}
