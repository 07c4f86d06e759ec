import type { ConsentConfig } from '@hexpedition/contract';
import { useEffect, useReducer, useState } from 'react';
import { beginConsent, type ConsentAction, type ConsentState, stepConsent } from '#lib/consent/machine.ts';
import type { Translator } from '#lib/consent/translate.ts';
import { Button } from '#ui/button.tsx';
import css from './consent.module.css';
import { ConsentSheet } from './consent-sheet.tsx';
import { paint } from './look.ts';
import { type Decisions, Notice, useNoticeIds } from './notice.tsx';
import { speak } from './use-consent-words.ts';

interface Props {
  config: ConsentConfig;
  /** In place of the visitor's. */
  language?: string;
}

/** Notice and dialog of a configuration that nobody else sees yet. Its switches work; nothing is kept or sent. */
export function ConsentPreview({ config, language }: Props) {
  const [spoken, setSpoken] = useState<{ config: ConsentConfig; t: Translator }>();
  // The words of a language come over the network.
  useEffect(() => {
    let isGone = false;
    void speak(config, language).then((words) => {
      if (!isGone) setSpoken(words);
    });
    return () => {
      isGone = true;
    };
  }, [config, language]);
  if (!spoken) return null;
  // Other services are another start.
  const of = spoken.config.services.map(({ name, required, optOut, default: chosen }) => [
    name,
    required,
    optOut,
    chosen,
  ]);
  return <Preview key={JSON.stringify([of, spoken.config.default])} {...spoken} />;
}

function Preview({ config, t }: { config: ConsentConfig; t: Translator }) {
  const begin = () => beginConsent(config, null);
  const step = (state: ConsentState, action: ConsentAction | 'again') =>
    action === 'again' ? begin() : stepConsent(config, state, action).state;
  const [state, act] = useReducer(step, undefined, begin);
  const ids = useNoticeIds();
  const decisions: Decisions = {
    accept: () => act({ do: 'accept-all' }),
    decline: () => act({ do: 'decline-all' }),
    save: () => act({ do: 'save' }),
    choose: () => undefined,
  };
  const hasNotice = !config.mustConsent && !config.noNotice && !config.embedded && !state.confirmed;
  return (
    <div ref={(element) => void (element && paint(element, config, t.language))} className={css.preview}>
      {hasNotice && (
        <section className={css.face} aria-labelledby={ids.title}>
          <Notice {...{ config, t, decisions, ids }} changed={false} testing={false} />
        </section>
      )}
      <ConsentSheet {...{ config, t, state, act, decisions }} />
      {state.confirmed && (
        <Button variant="quiet" size="sm" onClick={() => act('again')}>
          As before a decision
        </Button>
      )}
    </div>
  );
}
