import type { ConsentConfig } from '@hexpedition/contract';
import { useId } from 'react';
import type { Translator } from '#lib/consent/translate.ts';
import { Choices, type ChoicesProps } from './choices.tsx';
import css from './consent.module.css';
import { DialogText } from './consent-texts.tsx';
import { type Decisions, DialogButtons } from './notice.tsx';

interface Props extends ChoicesProps {
  config: ConsentConfig;
  t: Translator;
  decisions: Decisions;
  /** The choice was taken just now. */
  isSaved?: boolean;
}

/** The dialog's contents as a part of a page: where the configuration is embedded, and in its preview. */
export function ConsentSheet({ config, t, state, act, decisions, isSaved }: Props) {
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
        <Choices {...{ config, t, state, act }} />
      </div>
      <footer>
        <DialogButtons {...{ config, t, decisions, isSaved }} confirmed={state.confirmed} isDone={false} />
      </footer>
    </section>
  );
}
