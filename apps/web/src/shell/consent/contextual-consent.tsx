import { type ReactNode, useState } from 'react';
import { words as english } from '#lib/consent/languages/en.ts';
import { openConsent } from '#lib/consent/open-consent.ts';
import { createTranslator, descriptionOf, type Translator, titleOf } from '#lib/consent/translate.ts';
import { Button } from '#ui/button.tsx';
import css from './consent.module.css';
import { useConsent, useConsentManager } from './use-consent.ts';
import { useConsentWords } from './use-consent-words.ts';
import { usePressOnce } from './use-press-once.ts';
import { withParts } from './with-parts.tsx';

interface Props {
  /** The name of the service in the configuration. */
  service: string;
  /** Whom the browser will ask. */
  host: string;
  /** What is loaded. */
  children: ReactNode;
}

/** Content of somebody else's: it says what would be loaded and from whom, and loads it once the visitor wants it. */
export function ContextualConsent({ service, host, children }: Props) {
  const { isAllowed, acceptAlways, withdraw } = useConsent(service);
  const [once, setOnce] = useState(false);
  const { press } = usePressOnce();
  const { t, title, description } = useWordsOf(service);
  if (isAllowed || once) {
    return (
      <>
        {children}
        {isAllowed && (
          <div className={css.below}>
            <Button variant="quiet" size="sm" onClick={press(withdraw)}>
              {t('contextualConsent', 'askAgain')}
            </Button>
          </div>
        )}
      </>
    );
  }
  const link = (
    <button type="button" className={css.link} onClick={openConsent}>
      {t('contextualConsent', 'modalLinkText')}
    </button>
  );
  return (
    <div className={css.ask} lang={t.language}>
      <p>
        {withParts(t('contextualConsent', 'description'), { title })} {description}{' '}
        {withParts(t('contextualConsent', 'hosts'), { hosts: host })}
      </p>
      <div className={css.actions}>
        <Button variant="primary" icon="play" onClick={press(() => setOnce(true))}>
          {t('contextualConsent', 'acceptOnce')}
        </Button>
        <Button onClick={press(acceptAlways)}>{t('contextualConsent', 'acceptAlways')}</Button>
      </div>
      <p className={css.hint}>{withParts(t('contextualConsent', 'descriptionEmptyStore'), { title, link })}</p>
    </div>
  );
}

const ours = createTranslator({ config: {}, language: 'en', words: english });

/** In English on the server; in the visitor's language, and with the operator's words, once those have come. */
function useWordsOf(name: string): { t: Translator; title: string; description: string | undefined } {
  const loaded = useConsentWords(useConsentManager());
  const isLoaded = typeof loaded === 'object';
  const t = isLoaded ? loaded.t : ours;
  const known = isLoaded && loaded.config.services.find((service) => service.name === name);
  const service = known || { name, purposes: [] };
  return { t, title: titleOf(service, t), description: descriptionOf(service, t) };
}
