import type { Letter, MailPreview } from '@hexpedition/contract';
import { useEffect, useState } from 'react';
import { useApi } from '#lib/query.ts';
import { toWording, type Words } from './words.ts';

const PAUSE = 300;

/** The mail that the words make, a moment after the last one was typed. What cannot be sent leaves the last that could. */
export function useLivePreview(letter: Letter, words: Words, isChanged: boolean) {
  const api = useApi();
  const [shown, setShown] = useState<{ mail: MailPreview; error?: unknown }>({ mail: letter });
  const isSaved = !isChanged && Object.keys(letter.faults).length === 0;
  const wording = JSON.stringify(toWording(words));
  // The network, and the time, are outside React.
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
    }, PAUSE);
    return () => {
      window.clearTimeout(timer);
      call.abort();
    };
  }, [api, letter.kind, wording, isSaved]);
  return isSaved ? { mail: letter, error: undefined } : shown;
}
