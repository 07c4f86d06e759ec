import type { ConsentConfig } from '@hexpedition/contract';
import { useEffect, useReducer, useState } from 'react';
import { type ConsentAction, type ConsentState, initialConsent, stepConsent } from '#lib/consent/consent-state.ts';
import type { Translator } from '#lib/consent/translate.ts';
import { Button } from '#ui/button.tsx';
import css from '../../entities/consent/consent.module.css';
import { loadTranslation } from '../../entities/consent/use-consent-texts.ts';
import { applyStyling } from './apply-styling.ts';
import { type Decisions, Notice, useNoticeIds } from './consent-notice.tsx';
import { ConsentSheet } from './consent-sheet.tsx';

interface Props {
  config: ConsentConfig;
  /** Overrides the visitor's language. */
  language?: string;
}

/** Preview of an unpublished configuration: notice and dialog. The switches work; nothing is stored or sent. */
export function ConsentPreview({ config, language }: Props) {
  const [translation, setTranslation] = useState<{ config: ConsentConfig; t: Translator }>();
  // Texts are loaded over the network.
  useEffect(() => {
    let isCancelled = false;
    void loadTranslation(config, language).then((texts) => {
      if (!isCancelled) setTranslation(texts);
    });
    return () => {
      isCancelled = true;
    };
  }, [config, language]);
  if (!translation) return null;
  // Restarts the preview when the services change.
  const of = translation.config.services.map(({ name, required, optOut, default: chosen }) => [
    name,
    required,
    optOut,
    chosen,
  ]);
  return <Preview key={JSON.stringify([of, translation.config.default])} {...translation} />;
}

function Preview({ config, t }: { config: ConsentConfig; t: Translator }) {
  const begin = () => initialConsent(config, null);
  const step = (state: ConsentState, action: ConsentAction | 'again') =>
    action === 'again' ? begin() : stepConsent(config, state, action).state;
  const [state, act] = useReducer(step, undefined, begin);
  const ids = useNoticeIds();
  const decisions: Decisions = {
    accept: () => act({ type: 'accept-all' }),
    decline: () => act({ type: 'decline-all' }),
    save: () => act({ type: 'save' }),
    choose: () => undefined,
  };
  const hasNotice = !config.mustConsent && !config.noNotice && !config.embedded && !state.confirmed;
  return (
    <div ref={(element) => void (element && applyStyling(element, config, t.language))} className={css.preview}>
      {hasNotice && (
        <section className={css.face} aria-labelledby={ids.title}>
          <Notice {...{ config, t, decisions, ids }} changed={false} testing={false} />
        </section>
      )}
      <ConsentSheet {...{ config, t, state, act, decisions }} />
      {state.confirmed && (
        <Button variant="quiet" size="sm" onClick={() => act('again')}>
          Reset decision
        </Button>
      )}
    </div>
  );
}
