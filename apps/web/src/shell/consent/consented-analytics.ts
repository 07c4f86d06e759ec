import type { Features, PrivacyFeatures } from '@hexpedition/contract';
import type { AnyRouter } from '@tanstack/react-router';
import { consentOf } from '#lib/consent/consent.ts';
import { onTabReset } from '#lib/tab-state.ts';
import { startAnalytics } from './analytics.ts';

interface Parts {
  privacy: PrivacyFeatures;
  matomo: NonNullable<Features['matomo']>;
  router: AnyRouter;
}

/** Stops the analytics; undefined while they are off. Module state, because each layout mounts its own host. */
let end: (() => void) | undefined;
onTabReset(() => {
  end = undefined;
});

/** Counts page views while the visitor consents. @returns function that stops watching the consent */
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
