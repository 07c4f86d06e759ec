import type { PrivacyFeatures } from '@hexpedition/contract';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { openEvent } from '#lib/consent/open-consent.ts';
import { decidedEvent, hasDecided, isTesting, readStoredConsent } from '#lib/consent/stored-consent.ts';
import { runWhenLoaded } from '#lib/run-when-loaded.ts';
import { useFeatures } from '../../entities/site/use-features.ts';

// Loaded on demand: visitors who have decided see no panel, and analytics need consent.
const ConsentPanel = lazy(() => import('./consent-panel.tsx'));

/** Shows the notice to undecided visitors, opens the dialog for "Manage cookies", and runs analytics with consent. */
export function ConsentHost() {
  const { privacy, matomo } = useFeatures();
  const router = useRouter();
  const [mode, setMode] = useState<Mode>(null);
  // Checks the cookie when the browser is idle.
  useEffect(() => {
    const check = () => setMode((now) => now ?? modeToShow(privacy));
    const idle =
      'requestIdleCallback' in globalThis ? requestIdleCallback(check, { timeout: 2_000 }) : setTimeout(check);
    const open = () => setMode('dialog');
    document.addEventListener(openEvent, open);
    return () => {
      (globalThis.cancelIdleCallback ?? clearTimeout)(idle as number);
      document.removeEventListener(openEvent, open);
    };
  }, [privacy]);
  // Loads the tracker once the visitor has consented; it then follows the consent.
  useEffect(() => {
    if (!matomo) return;
    let end: (() => void) | undefined;
    const follow = () => {
      if (readStoredConsent(privacy.storage)?.matomo !== true) return;
      end ??= runWhenLoaded(import('./consented-analytics.ts'), ({ runAnalytics }) =>
        runAnalytics({ privacy, matomo, router }),
      );
    };
    follow();
    document.addEventListener(decidedEvent, follow);
    return () => {
      document.removeEventListener(decidedEvent, follow);
      end?.();
    };
  }, [privacy, matomo, router]);
  // Closing the dialog without a decision shows the notice again.
  const end = useCallback(() => setMode((now) => (now === 'dialog' ? modeToShow(privacy) : null)), [privacy]);
  if (!mode) return null;
  return (
    <Suspense>
      <ConsentPanel mode={mode} onEnd={end} />
    </Suspense>
  );
}

type Mode = 'notice' | 'dialog' | null;

/** The notice is shown before a decision, and while a draft is tested. */
const modeToShow = (privacy: PrivacyFeatures): Mode =>
  (privacy.notice && !hasDecided(privacy, readStoredConsent(privacy.storage))) || isTesting() ? 'notice' : null;
