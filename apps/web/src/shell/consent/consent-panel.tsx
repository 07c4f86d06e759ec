import type { ConsentConfig, ServedConsentConfig } from '@hexpedition/contract';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type ConsentManager, useConsentView } from '#lib/consent/consent.ts';
import type { ConsentAction } from '#lib/consent/machine.ts';
import { isTesting } from '#lib/consent/stored.ts';
import { swallowClicks } from '#lib/consent/touch-guard.ts';
import type { Translator } from '#lib/consent/translate.ts';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.ts';
import { Choices } from './choices.tsx';
import css from './consent.module.css';
import { DialogText } from './consent-texts.tsx';
import { paint, themesOf } from './look.ts';
import { type Decisions, DialogButtons, Notice, NoticeBody, NoticeButtons, useNoticeIds } from './notice.tsx';
import { useConsentManager } from './use-consent.ts';
import { useConsentWords } from './use-consent-words.ts';
import { usePressOnce } from './use-press-once.ts';

interface Props {
  /** `notice`: because nothing is decided. `dialog`: because the visitor wants it. */
  asks: 'notice' | 'dialog';
  onEnd: () => void;
}

/** Asks the visitor, as the configuration wants it. */
export default function ConsentPanel({ asks, onEnd }: Props) {
  const consent = useConsentManager();
  const loaded = useConsentWords(consent);
  const navigate = useNavigate();
  const isEmbedded = typeof loaded === 'object' && loaded.config.embedded === true;
  // Only who has pressed a button is told; nothing else needs what did not load.
  useEffect(() => {
    if (loaded === 'failed') {
      if (asks === 'dialog') toast('The choices did not load. Try again in a moment.', 'bad');
      onEnd();
    } else if (isEmbedded) {
      if (asks === 'dialog') void navigate({ to: '/legal', hash: 'cookies' });
      onEnd();
    }
  }, [loaded, isEmbedded, asks, navigate, onEnd]);
  if (!consent || !loaded || loaded === 'failed' || isEmbedded) return null;
  return <Asking key={asks} consent={consent} {...loaded} {...{ asks, onEnd }} />;
}

/** How long a first decision is seen before the dialog closes, milliseconds. */
const DONE_MS = 800;

interface AskingProps extends Props {
  consent: ConsentManager;
  config: ServedConsentConfig;
  t: Translator;
}

function Asking({ consent, config, t, asks, onEnd }: AskingProps) {
  const state = useConsentView(consent);
  const testing = isTesting();
  const [isOpen, setOpen] = useState(asks === 'dialog');
  const [isDone, setDone] = useState(false);
  const { press, lastTouch } = usePressOnce();
  const isForced = config.mustConsent === true && !state.confirmed;
  const showsDialog = isOpen || isForced || isDone;
  const showsNotice = asks === 'notice' && !isForced && (testing || (!state.confirmed && !config.noNotice));
  // The server hears of it, which is outside React.
  useEffect(() => {
    if (showsNotice || (asks === 'notice' && isForced)) consent.shown();
  }, [asks, showsNotice, isForced, consent]);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => leave(asks, onEnd), DONE_MS);
    return () => clearTimeout(timer);
  }, [isDone, asks, onEnd]);

  const end = () => {
    const touched = lastTouch();
    if (touched !== undefined) swallowClicks(touched);
    leave(asks, onEnd);
  };
  const decide = (action: ConsentAction) => () => {
    const before = state;
    consent.act(action);
    const { consents } = consent.read();
    const hasMoved = Object.keys(consents).some((name) => consents[name] !== before.consents[name]);
    // At the first time all switches move; that is worth a look.
    if (action.do !== 'save' && !before.confirmed && showsDialog && hasMoved) setDone(true);
    else end();
  };
  const decisions: Decisions = {
    accept: press(decide({ do: 'accept-all' })),
    decline: press(decide({ do: 'decline-all' })),
    save: press(decide({ do: 'save' })),
    choose: press(() => setOpen(true)),
  };
  const close = press(() => {
    consent.act({ do: 'reset' });
    // Back to the question, or away where nothing is asked.
    if (showsNotice) setOpen(false);
    else end();
  });
  const shared = { config, t, changed: state.changed, testing, decisions };
  return (
    <>
      {showsNotice &&
        (config.noticeAsModal ? (
          <ModalNotice {...shared} onClose={press(end)} />
        ) : (
          <FloatingNotice {...shared} onClose={end} />
        ))}
      {showsDialog && (
        <Dialog
          open
          onClose={isForced || isDone ? undefined : close}
          title={t('consentModal', 'title')}
          closeLabel={t('close')}
          footer={<DialogButtons {...{ config, t, decisions, isDone }} confirmed={state.confirmed} />}
        >
          <div ref={painted(config, t)} className={css.dialog}>
            {testing && <p className={css.testing}>{t('consentNotice', 'testing')}</p>}
            {state.changed && <p className={css.changes}>{t('consentNotice', 'changeDescription')}</p>}
            <p>
              <DialogText config={config} t={t} />
            </p>
            <Choices {...{ config, t, state }} act={isDone ? ignore : consent.act} />
          </div>
        </Dialog>
      )}
    </>
  );
}

/** What was asked is over. Whoever was called away from the page goes on with it; a dialog gives the focus back itself. */
function leave(asks: Props['asks'], onEnd: () => void) {
  if (asks === 'notice') document.getElementById('main')?.focus({ preventScroll: true });
  onEnd();
}

const ignore = () => undefined;

/** A dialog's own element is drawn by `ui`, so its look is given to it from inside. */
const painted = (config: ConsentConfig, t: Translator) => (inside: HTMLElement | null) => {
  const dialog = inside?.closest('dialog');
  if (dialog) paint(dialog, config, t.language);
};

type NoticeProps = Omit<Parameters<typeof Notice>[0], 'ids'> & { onClose: () => void };

function ModalNotice({ onClose, ...props }: NoticeProps) {
  const { config, t } = props;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('consentNotice', 'title')}
      closeLabel={t('close')}
      footer={<NoticeButtons {...props} />}
    >
      <div ref={painted(config, t)}>
        <NoticeBody {...props} />
      </div>
    </Dialog>
  );
}

/** Lies over the page without keeping anybody from it, and moves nothing. */
function FloatingNotice({ onClose, ...props }: NoticeProps) {
  const { config, t } = props;
  const ids = useNoticeIds();
  const themes = themesOf(config);
  const section = useRef<HTMLElement>(null);
  // Its height depends on its language and the window, and only the browser knows it.
  useEffect(() => (section.current ? keepRoom(section.current) : undefined), []);
  return (
    <section
      ref={(element) => {
        section.current = element;
        if (element) paint(element, config, t.language);
      }}
      role="dialog"
      aria-labelledby={ids.title}
      aria-describedby={ids.text}
      className={css.notice}
      data-top={themes.includes('top') || undefined}
      data-left={themes.includes('left') || undefined}
      data-wide={themes.includes('wide') || undefined}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <div className={css.face}>
        <Notice {...props} ids={ids} />
      </div>
    </section>
  );
}

/** Tells the page how much of its end lies below the notice, so that it can be scrolled out from there. */
function keepRoom(notice: HTMLElement): () => void {
  const { style } = document.documentElement;
  const measure = () => style.setProperty('--notice-room', `${notice.offsetHeight}px`);
  const observer = new ResizeObserver(measure);
  observer.observe(notice);
  return () => {
    observer.disconnect();
    style.removeProperty('--notice-room');
  };
}
