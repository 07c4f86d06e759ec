import type { AdminMailTemplate, MailPreview } from '@hexpedition/contract';
import { useEffect, useState } from 'react';
import { useApi } from '#lib/query.ts';
import { type TemplateTexts, toWording } from './template-texts.ts';

const debounceMs = 300;

/** Previews the mail of the edited text, debounced. For an invalid text, returns the error and the last valid preview. */
export function useMailPreview(letter: AdminMailTemplate, texts: TemplateTexts, isChanged: boolean) {
  const api = useApi();
  const [shown, setShown] = useState<{ mail: MailPreview; error?: unknown }>({ mail: letter });
  const isSaved = !isChanged && Object.keys(letter.faults).length === 0;
  const wording = JSON.stringify(toWording(texts));
  useEffect(() => {
    if (isSaved) return;
    const call = new AbortController();
    const timer = window.setTimeout(() => {
      const input = { params: { kind: letter.kind }, body: JSON.parse(wording) };
      api('POST /api/admin/letters/:kind/preview', input, { signal: call.signal }).then(
        (mail) => setShown({ mail }),
        (error: unknown) => {
          if (!call.signal.aborted) setShown((before) => ({ ...before, error }));
        },
      );
    }, debounceMs);
    return () => {
      window.clearTimeout(timer);
      call.abort();
    };
  }, [api, letter.kind, wording, isSaved]);
  return isSaved ? { mail: letter, error: undefined } : shown;
}
