import type { Features, PrivacyFeatures } from '@hexpedition/contract';
import type { AnyRouter } from '@tanstack/react-router';
import { consentOf } from '#lib/consent/consent.ts';
import { startAnalytics } from './analytics.ts';

interface Parts {
  privacy: PrivacyFeatures;
  matomo: NonNullable<Features['matomo']>;
  router: AnyRouter;
}

/** Counts page views as long as the visitor agrees to it. @returns a function that ends it */
export function runAnalytics({ privacy, matomo, router }: Parts): () => void {
  const consent = consentOf(privacy);
  let end: (() => void) | undefined;
  const follow = () => {
    if (consent.isAllowed('matomo') === (end !== undefined)) return;
    if (end) {
      end();
      end = undefined;
    } else {
      end = startAnalytics({ matomo, router });
    }
  };
  follow();
  const unsubscribe = consent.subscribe(follow);
  return () => {
    unsubscribe();
    end?.();
  };
}
