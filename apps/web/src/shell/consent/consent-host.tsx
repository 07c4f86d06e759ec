import type { PrivacyFeatures } from '@hexpedition/contract';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { openEvent } from '#lib/consent/open-consent.ts';
import { decidedEvent, hasDecided, isTesting, readStored } from '#lib/consent/stored.ts';
import { later } from '#lib/later.ts';
import { useFeatures } from '../features.ts';

// Most pages need neither: whoever has decided is not asked, and statistics are for those who agreed to them.
const ConsentPanel = lazy(() => import('./consent-panel.tsx'));

/** Asks a visitor who has not decided, opens the dialog for "Manage cookies", and runs what was agreed to. */
export function ConsentHost() {
  const { privacy, matomo } = useFeatures();
  const router = useRouter();
  const [asks, setAsks] = useState<Asks>(null);
  // The cookie is outside React. It is looked at when the browser has nothing better to do.
  useEffect(() => {
    const look = () => setAsks((now) => now ?? toAsk(privacy));
    const idle = 'requestIdleCallback' in globalThis ? requestIdleCallback(look, { timeout: 2_000 }) : setTimeout(look);
    const open = () => setAsks('dialog');
    document.addEventListener(openEvent, open);
    return () => {
      (globalThis.cancelIdleCallback ?? clearTimeout)(idle as number);
      document.removeEventListener(openEvent, open);
    };
  }, [privacy]);
  // So is the tracker, which comes with the consent to it and follows it from then on.
  useEffect(() => {
    if (!matomo) return;
    let end: (() => void) | undefined;
    const follow = () => {
      if (readStored(privacy.storage)?.matomo !== true) return;
      end ??= later(import('./agreed-analytics.ts'), ({ runAnalytics }) => runAnalytics({ privacy, matomo, router }));
    };
    follow();
    document.addEventListener(decidedEvent, follow);
    return () => {
      document.removeEventListener(decidedEvent, follow);
      end?.();
    };
  }, [privacy, matomo, router]);
  // Whoever closes the dialog and has decided nothing is where they were.
  const end = useCallback(() => setAsks((now) => (now === 'dialog' ? toAsk(privacy) : null)), [privacy]);
  if (!asks) return null;
  return (
    <Suspense>
      <ConsentPanel asks={asks} onEnd={end} />
    </Suspense>
  );
}

type Asks = 'notice' | 'dialog' | null;

/** Whether the visitor is to be asked without having asked for it: nothing is decided, or the draft is being tried. */
const toAsk = (privacy: PrivacyFeatures): Asks =>
  (privacy.notice && !hasDecided(privacy, readStored(privacy.storage))) || isTesting() ? 'notice' : null;
