import type { Features, PrivacyFeatures } from '@hexpedition/contract';
import type { AnyRouter } from '@tanstack/react-router';
import { consentOf } from '#lib/consent/consent.ts';
import { startAnalytics } from './analytics.ts';

interface Parts {
  privacy: PrivacyFeatures;
  matomo: NonNullable<Features['matomo']>;
  router: AnyRouter;
}

/** What ends the counting; undefined while nothing is counted. It outlives the host, which each layout has of its own. */
let end: (() => void) | undefined;

/** Counts page views as long as the visitor agrees to it. @returns a function after which nobody looks whether they do */
export function runAnalytics({ privacy, matomo, router }: Parts): () => void {
  const consent = consentOf(privacy);
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
  return consent.subscribe(follow);
}
