import type { AdminMailTemplate, MailPreview } from '@hexpedition/contract';
import { useEffect, useState } from 'react';
import { useApi } from '#lib/query.ts';
import { type TemplateTexts, toWording } from './template-texts.ts';

const debounceMs = 300;

/** Previews the mail of the edited text, debounced. For an invalid text, returns the error and the last valid preview. */
export function useMailPreview(template: AdminMailTemplate, texts: TemplateTexts, isChanged: boolean) {
  const api = useApi();
  const [shown, setShown] = useState<{ mail: MailPreview; error?: unknown }>({ mail: template });
  const isSaved = !isChanged && Object.keys(template.problems).length === 0;
  const wording = JSON.stringify(toWording(texts));
  useEffect(() => {
    if (isSaved) return;
    const call = new AbortController();
    const timer = window.setTimeout(() => {
      const input = { params: { kind: template.kind }, body: JSON.parse(wording) };
      api('POST /api/admin/mail_templates/:kind/preview', input, { signal: call.signal }).then(
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
  }, [api, template.kind, wording, isSaved]);
  return isSaved ? { mail: template, error: undefined } : shown;
}
