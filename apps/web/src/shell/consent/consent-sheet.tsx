import type { ConsentConfig } from '@hexpedition/contract';
import { useId } from 'react';
import type { Translator } from '#lib/consent/translate.ts';
import css from '../../entities/consent/consent.module.css';
import { ConsentChoices, type ConsentChoicesProps } from './consent-choices.tsx';
import { type Decisions, DialogButtons } from './consent-notice.tsx';
import { DialogText } from './consent-texts.tsx';

interface Props extends ConsentChoicesProps {
  config: ConsentConfig;
  t: Translator;
  decisions: Decisions;
  /** The choice was saved and not changed since. */
  isSaved?: boolean;
}

/** Content of the dialog as part of a page, for an embedded configuration and for its preview. */
export function ConsentSheet({ config, t, state, act, decisions, isSaved = false }: Props) {
  const title = useId();
  return (
    <section className={css.sheet} aria-labelledby={title}>
      <header>
        <h2 id={title} className={css.title}>
          {t('consentModal', 'title')}
        </h2>
      </header>
      <div className={css.dialog}>
        {state.changed && <p className={css.changes}>{t('consentNotice', 'changeDescription')}</p>}
        <p>
          <DialogText config={config} t={t} />
        </p>
        <ConsentChoices {...{ config, t, state, act }} />
      </div>
      <footer>
        <DialogButtons {...{ config, t, decisions, isSaved }} confirmed={state.confirmed} />
      </footer>
    </section>
  );
}
