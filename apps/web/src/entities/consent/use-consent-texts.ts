import type { ConsentConfig, ServedConsentConfig } from '@hexpedition/contract';
import { useEffect, useState } from 'react';
import type { ConsentManager } from '#lib/consent/consent.ts';
import { languageOf, loadTexts } from '#lib/consent/language.ts';
import { createTranslator, type Translator } from '#lib/consent/translate.ts';

interface ConsentTextsResult<C> {
  config: C;
  t: Translator;
}

/** Loads the configuration and its texts in the visitor's language; `failed` if loading failed. */
export function useConsentTexts(
  consent: ConsentManager | undefined,
): ConsentTextsResult<ServedConsentConfig> | 'failed' | undefined {
  const [loaded, setLoaded] = useState<ConsentTextsResult<ServedConsentConfig> | 'failed'>();
  // Both are loaded over the network.
  useEffect(() => {
    let isCancelled = false;
    consent
      ?.config()
      .then((config) => loadTranslation(config))
      .then(
        (texts) => isCancelled || setLoaded(texts),
        () => isCancelled || setLoaded('failed'),
      );
    return () => {
      isCancelled = true;
    };
  }, [consent]);
  return loaded;
}

/** Loads the texts of a configuration. @param language overrides the visitor's language */
export async function loadTranslation<C extends ConsentConfig>(
  config: C,
  language = languageOf(config),
): Promise<ConsentTextsResult<C>> {
  const texts = await loadTexts(language).catch(() => undefined);
  return { config, t: createTranslator({ config, language, texts }) };
}
