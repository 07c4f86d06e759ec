import { type ReactNode, useState } from 'react';
import { texts as english } from '#lib/consent/languages/en.ts';
import { openConsent } from '#lib/consent/open-consent.ts';
import { createTranslator, descriptionOf, type Translator, titleOf } from '#lib/consent/translate.ts';
import { Button } from '#ui/button.tsx';
import css from './consent.module.css';
import { fillPlaceholders } from './fill-placeholders.tsx';
import { useConsent, useConsentManager } from './use-consent.ts';
import { useConsentTexts } from './use-consent-texts.ts';
import { usePressOnce } from './use-press-once.ts';

interface Props {
  /** Name of the service in the configuration. */
  service: string;
  /** Host that the browser connects to. */
  host: string;
  /** The embedded content. */
  children: ReactNode;
}

/** Embedded third-party content. Names the service and host first, and loads it when the visitor agrees. */
export function ContextualConsent({ service, host, children }: Props) {
  const { isAllowed, acceptAlways, withdraw } = useConsent(service);
  const [once, setOnce] = useState(false);
  const { press } = usePressOnce();
  const { t, title, description } = useTextsOf(service);
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
        {fillPlaceholders(t('contextualConsent', 'description'), { title })} {description}{' '}
        {fillPlaceholders(t('contextualConsent', 'hosts'), { hosts: host })}
      </p>
      <div className={css.actions}>
        <Button variant="primary" icon="play" onClick={press(() => setOnce(true))}>
          {t('contextualConsent', 'acceptOnce')}
        </Button>
        <Button onClick={press(acceptAlways)}>{t('contextualConsent', 'acceptAlways')}</Button>
      </div>
      <p className={css.hint}>{fillPlaceholders(t('contextualConsent', 'descriptionEmptyStore'), { title, link })}</p>
    </div>
  );
}

const ours = createTranslator({ config: {}, language: 'en', texts: english });

/** English texts on the server; then the visitor's language and the operator's texts. */
function useTextsOf(name: string): { t: Translator; title: string; description: string | undefined } {
  const loaded = useConsentTexts(useConsentManager());
  const isLoaded = typeof loaded === 'object';
  const t = isLoaded ? loaded.t : ours;
  const known = isLoaded && loaded.config.services.find((service) => service.name === name);
  const service = known || { name, purposes: [] };
  return { t, title: titleOf(service, t), description: descriptionOf(service, t) };
}
