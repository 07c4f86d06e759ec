import type { LessonPreview } from '@hexpedition/contract';
import { useEffect, useRef, useState } from 'react';
import { loadModuleKinds } from '#entities/lesson/module-kinds.tsx';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import type { LessonText } from '../lesson/use-lesson-draft.ts';

/** Debounce of the preview, milliseconds. */
const PREVIEW_DELAY_MS = 350;
/** Delay before the retry of a preview that took too long, milliseconds. */
const RETRY_DELAY_MS = 1_000;

/**
 * Requests a preview of the text. Keeps the last preview until the next one arrives, and discards responses to older
 * texts.
 */
export function usePreview(slug: string, text: LessonText) {
  const api = useApi();
  const [preview, setPreview] = useState<LessonPreview>();
  const [error, setError] = useState<string>();
  const isFirst = useRef(true);
  // Requests the preview after each change of the text.
  useEffect(() => {
    let isStale = false;
    let timer: number;
    let isRetry = false;
    const request = async () => {
      try {
        const { head, body } = text;
        const answer = await api('POST /api/admin/subchapter/:slug/preview', {
          params: { slug },
          body: { head, body },
        });
        // The text may be fine if the server has just started or is busy. Only the second "too slow" counts.
        if (!isStale && !isRetry && answer.diagnostics.some(({ code }) => code === 'too-slow')) {
          isRetry = true;
          timer = window.setTimeout(request, RETRY_DELAY_MS);
          return;
        }
        // Loads the module components first to avoid a layout shift.
        await loadModuleKinds(answer.modules);
        if (isStale) return;
        setPreview(answer);
        setError(undefined);
      } catch (failure) {
        if (isStale) return;
        if (isApiError(failure, 'too_many_requests'))
          timer = window.setTimeout(request, Math.max(1, failure.retryAfter ?? 1) * 1000);
        else setError(messageOf(failure));
      }
    };
    timer = window.setTimeout(request, isFirst.current ? 0 : PREVIEW_DELAY_MS);
    isFirst.current = false;
    return () => {
      isStale = true;
      window.clearTimeout(timer);
    };
  }, [api, slug, text]);
  return { preview, error };
}
