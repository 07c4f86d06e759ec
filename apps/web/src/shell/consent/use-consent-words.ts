import type { ConsentConfig, ServedConsentConfig } from '@hexpedition/contract';
import { useEffect, useState } from 'react';
import type { ConsentManager } from '#lib/consent/consent.ts';
import { languageOf, loadWords } from '#lib/consent/language.ts';
import { createTranslator, type Translator } from '#lib/consent/translate.ts';

interface Loaded<C> {
  config: C;
  t: Translator;
}

/** The configuration and its words in the visitor's language; `failed` where they did not load. */
export function useConsentWords(
  consent: ConsentManager | undefined,
): Loaded<ServedConsentConfig> | 'failed' | undefined {
  const [loaded, setLoaded] = useState<Loaded<ServedConsentConfig> | 'failed'>();
  // Both come over the network.
  useEffect(() => {
    let isGone = false;
    consent
      ?.config()
      .then((config) => speak(config))
      .then(
        (words) => isGone || setLoaded(words),
        () => isGone || setLoaded('failed'),
      );
    return () => {
      isGone = true;
    };
  }, [consent]);
  return loaded;
}

/** A configuration with its words. @param language in place of the visitor's */
export async function speak<C extends ConsentConfig>(config: C, language = languageOf(config)): Promise<Loaded<C>> {
  const words = await loadWords(language).catch(() => undefined);
  return { config, t: createTranslator({ config, language, words }) };
}
