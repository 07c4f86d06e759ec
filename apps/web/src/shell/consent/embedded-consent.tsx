import { useEffect, useRef, useState } from 'react';
import { type ConsentManager, useConsentView } from '#lib/consent/consent.ts';
import type { ConsentAction } from '#lib/consent/machine.ts';
import { ConsentSheet } from './consent-sheet.tsx';
import { paint } from './look.ts';
import type { Decisions } from './notice.tsx';
import { useConsentManager } from './use-consent.ts';
import { useConsentWords } from './use-consent-words.ts';
import { usePressOnce } from './use-press-once.ts';

/** The dialog as a part of a page, where the configuration says so; it stays after a decision. */
export default function EmbeddedConsent() {
  const consent = useConsentManager();
  const loaded = useConsentWords(consent);
  if (!consent || typeof loaded !== 'object' || !loaded.config.embedded) return null;
  const { config, t } = loaded;
  return (
    <div ref={(element) => void (element && paint(element, config, t.language))}>
      <Sheet {...{ consent, config, t }} />
    </div>
  );
}

function Sheet({ consent, ...loaded }: { consent: ConsentManager } & Exclude<Loaded, string | undefined>) {
  const state = useConsentView(consent);
  const [isSaved, setSaved] = useState(false);
  const { press } = usePressOnce();
  const sheet = useRef<HTMLDivElement>(null);
  // A first decision takes the button away that it was made with. The focus goes to the one that is left.
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
    accept: decide({ do: 'accept-all' }),
    decline: decide({ do: 'decline-all' }),
    save: decide({ do: 'save' }),
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

type Loaded = ReturnType<typeof useConsentWords>;
