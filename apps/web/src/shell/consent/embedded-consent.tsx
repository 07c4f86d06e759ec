import { useEffect, useRef, useState } from 'react';
import { type ConsentManager, useConsentView } from '#lib/consent/consent.ts';
import type { ConsentAction } from '#lib/consent/consent-state.ts';
import { useConsentManager } from '../../entities/consent/use-consent.ts';
import { useConsentTexts } from '../../entities/consent/use-consent-texts.ts';
import { usePressOnce } from '../../entities/consent/use-press-once.ts';
import { applyStyling } from './apply-styling.ts';
import type { Decisions } from './consent-notice.tsx';
import { ConsentSheet } from './consent-sheet.tsx';

/** The consent dialog embedded in a page, if the configuration sets `embedded`. It stays after a decision. */
export default function EmbeddedConsent() {
  const consent = useConsentManager();
  const loaded = useConsentTexts(consent);
  if (!consent || typeof loaded !== 'object' || !loaded.config.embedded) return null;
  const { config, t } = loaded;
  return (
    <div ref={(element) => void (element && applyStyling(element, config, t.language))}>
      <Sheet {...{ consent, config, t }} />
    </div>
  );
}

function Sheet({ consent, ...loaded }: { consent: ConsentManager } & Exclude<ConsentTextsResult, string | undefined>) {
  const state = useConsentView(consent);
  const [isSaved, setSaved] = useState(false);
  const { press } = usePressOnce();
  const sheet = useRef<HTMLDivElement>(null);
  // The first decision removes the pressed button; move the focus to the remaining one.
  useEffect(() => {
    if (!isSaved || document.activeElement !== document.body) return;
    sheet.current?.querySelector<HTMLElement>('footer button')?.focus({ preventScroll: true });
  }, [isSaved]);
  const decide = (action: ConsentAction) =>
    press(() => {
      consent.act(action);
      setSaved(true);
    });
  const decisions: Decisions = {
    accept: decide({ type: 'accept-all' }),
    decline: decide({ type: 'decline-all' }),
    save: decide({ type: 'save' }),
    choose: () => undefined,
  };
  const act = (action: ConsentAction) => {
    setSaved(false);
    consent.act(action);
  };
  return (
    <div ref={sheet}>
      <ConsentSheet {...loaded} {...{ state, act, decisions, isSaved }} />
    </div>
  );
}

type ConsentTextsResult = ReturnType<typeof useConsentTexts>;
