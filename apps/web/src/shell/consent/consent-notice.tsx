import type { ConsentConfig } from '@hexpedition/contract';
import { type MouseEvent, useId } from 'react';
import type { Translator } from '#lib/consent/translate.ts';
import { Button } from '#ui/button.tsx';
import css from '../../entities/consent/consent.module.css';
import { NoticeText } from './consent-texts.tsx';

/** Handlers of the buttons in notice and dialog. */
export interface Decisions {
  accept: Press;
  decline: Press;
  save: Press;
  /** Opens the dialog. */
  choose: Press;
}
type Press = (event: MouseEvent) => void;

interface Props {
  config: ConsentConfig;
  t: Translator;
  /** Services were added since the visitor's decision. */
  changed: boolean;
  testing: boolean;
  decisions: Decisions;
}

/** Ids of the notice's title and text. */
export function useNoticeIds() {
  const id = useId();
  return { title: `${id}-title`, text: `${id}-text` };
}

/** Content of the notice. Accept and decline look the same on purpose. */
export function Notice({
  config,
  t,
  changed,
  testing,
  decisions,
  ids,
}: Props & { ids: ReturnType<typeof useNoticeIds> }) {
  return (
    <>
      <h2 id={ids.title} className={css.title}>
        {t('consentNotice', 'title')}
      </h2>
      <NoticeBody {...{ config, t, changed, testing, id: ids.text }} />
      <NoticeButtons {...{ config, t, decisions }} />
    </>
  );
}

export function NoticeBody({ config, t, changed, testing, id }: Omit<Props, 'decisions'> & { id?: string }) {
  return (
    <div id={id} className={css.text}>
      {testing && <p className={css.testing}>{t('consentNotice', 'testing')}</p>}
      {changed && <p className={css.changes}>{t('consentNotice', 'changeDescription')}</p>}
      <p>
        <NoticeText config={config} t={t} />
      </p>
    </div>
  );
}

export function NoticeButtons({ config, t, decisions }: Pick<Props, 'config' | 't' | 'decisions'>) {
  return (
    <div className={css.buttons}>
      <Button onClick={config.acceptAll ? decisions.accept : decisions.save}>{t('ok')}</Button>
      {!config.hideDeclineAll && <Button onClick={decisions.decline}>{t('decline')}</Button>}
      {!config.hideLearnMore && (
        <Button variant="quiet" onClick={decisions.choose}>
          {t('consentNotice', 'learnMore')}
        </Button>
      )}
    </div>
  );
}

interface DialogButtonsProps extends Pick<Props, 'config' | 't' | 'decisions'> {
  /** The visitor has decided before. */
  confirmed: boolean;
  /** The choice was saved and is shown briefly before the dialog closes. */
  isDone?: boolean;
  /** The choice was saved and not changed since. */
  isSaved?: boolean;
}

export function DialogButtons(props: DialogButtonsProps) {
  const { config, t, decisions, confirmed, isDone = false, isSaved = isDone } = props;
  const isFirst = !confirmed || isDone;
  return (
    <div className={css.decide} data-done={isDone || undefined}>
      <p className={css.done} role="status">
        {isSaved && t('consentModal', 'saved')}
      </p>
      {isFirst && !config.hideDeclineAll && (
        <Button disabled={isDone} onClick={decisions.decline}>
          {t('decline')}
        </Button>
      )}
      {isFirst && config.acceptAll && (
        <Button disabled={isDone} onClick={decisions.accept}>
          {t('acceptAll')}
        </Button>
      )}
      <Button variant="primary" disabled={isDone} onClick={decisions.save}>
        {t(isFirst ? 'acceptSelected' : 'save')}
      </Button>
    </div>
  );
}
