import type { ConsentConfig, ServedConsentConfig } from '@hexpedition/contract';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type ConsentManager, useConsentView } from '#lib/consent/consent.ts';
import type { ConsentAction } from '#lib/consent/consent-state.ts';
import { isTesting } from '#lib/consent/stored-consent.ts';
import { swallowClicks } from '#lib/consent/touch-guard.ts';
import type { Translator } from '#lib/consent/translate.ts';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.ts';
import css from '../../entities/consent/consent.module.css';
import { useConsentManager } from '../../entities/consent/use-consent.ts';
import { useConsentTexts } from '../../entities/consent/use-consent-texts.ts';
import { usePressOnce } from '../../entities/consent/use-press-once.ts';
import { applyStyling, themesOf } from './apply-styling.ts';
import { ConsentChoices } from './consent-choices.tsx';
import { type Decisions, DialogButtons, Notice, NoticeBody, NoticeButtons, useNoticeIds } from './consent-notice.tsx';
import { DialogText } from './consent-texts.tsx';

interface Props {
  /** `notice` for an undecided visitor, `dialog` if the visitor opened the settings. */
  mode: 'notice' | 'dialog';
  onEnd: () => void;
}

/** Shows the consent notice or dialog according to the configuration. */
export default function ConsentPanel({ mode, onEnd }: Props) {
  const consent = useConsentManager();
  const loaded = useConsentTexts(consent);
  const navigate = useNavigate();
  const isEmbedded = typeof loaded === 'object' && loaded.config.embedded === true;
  // A failed load is shown only to a visitor who pressed a button.
  useEffect(() => {
    if (loaded === 'failed') {
      if (mode === 'dialog') toast('Could not load the cookie settings. Try again in a moment.', 'bad');
      onEnd();
    } else if (isEmbedded) {
      if (mode === 'dialog') void navigate({ to: '/legal', hash: 'cookies' });
      onEnd();
    }
  }, [loaded, isEmbedded, mode, navigate, onEnd]);
  if (!consent || !loaded || loaded === 'failed' || isEmbedded) return null;
  return <ConsentDialogs key={mode} consent={consent} {...loaded} {...{ mode, onEnd }} />;
}

/** Time for which the dialog shows a first decision before it closes, in milliseconds. */
const firstDecisionMs = 800;

interface ConsentDialogsProps extends Props {
  consent: ConsentManager;
  config: ServedConsentConfig;
  t: Translator;
}

function ConsentDialogs({ consent, config, t, mode, onEnd }: ConsentDialogsProps) {
  const state = useConsentView(consent);
  const testing = isTesting();
  const [isOpen, setOpen] = useState(mode === 'dialog');
  const [isDone, setDone] = useState(false);
  const { press, lastTouch } = usePressOnce();
  const isForced = config.mustConsent === true && !state.confirmed;
  const showsDialog = isOpen || isForced || isDone;
  const showsNotice = mode === 'notice' && !isForced && (testing || (!state.confirmed && !config.noNotice));
  // Reports to the server that the notice was shown.
  useEffect(() => {
    if (showsNotice || (mode === 'notice' && isForced)) consent.shown();
  }, [mode, showsNotice, isForced, consent]);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => leave(mode, onEnd), firstDecisionMs);
    return () => clearTimeout(timer);
  }, [isDone, mode, onEnd]);

  const end = () => {
    const touched = lastTouch();
    if (touched !== undefined) swallowClicks(touched);
    leave(mode, onEnd);
  };
  const decide = (action: ConsentAction) => () => {
    const before = state;
    consent.act(action);
    const { consents } = consent.read();
    const hasMoved = Object.keys(consents).some((name) => consents[name] !== before.consents[name]);
    // A first decision moves the switches; the dialog stays open for a moment to show that.
    if (action.type !== 'save' && !before.confirmed && showsDialog && hasMoved) setDone(true);
    else end();
  };
  const decisions: Decisions = {
    accept: press(decide({ type: 'accept-all' })),
    decline: press(decide({ type: 'decline-all' })),
    save: press(decide({ type: 'save' })),
    choose: press(() => setOpen(true)),
  };
  const close = press(() => {
    consent.act({ type: 'reset' });
    // Returns to the notice, or closes everything without one.
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
          <div ref={stylingRef(config, t)} className={css.dialog}>
            {testing && <p className={css.testing}>{t('consentNotice', 'testing')}</p>}
            {state.changed && <p className={css.changes}>{t('consentNotice', 'changeDescription')}</p>}
            <p>
              <DialogText config={config} t={t} />
            </p>
            <ConsentChoices {...{ config, t, state }} act={isDone ? ignore : consent.act} />
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Closes the panel. After a notice the focus returns to the page; a dialog restores the focus itself. */
function leave(mode: Props['mode'], onEnd: () => void) {
  if (mode === 'notice') document.getElementById('main')?.focus({ preventScroll: true });
  onEnd();
}

const ignore = () => undefined;

/** Applies the styling to the dialog element, which `ui/dialog` renders, from a child. */
const stylingRef = (config: ConsentConfig, t: Translator) => (inside: HTMLElement | null) => {
  const dialog = inside?.closest('dialog');
  if (dialog) applyStyling(dialog, config, t.language);
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
      <div ref={stylingRef(config, t)}>
        <NoticeBody {...props} />
      </div>
    </Dialog>
  );
}

/** Notice over the page. It does not block the page and shifts no content. */
function FloatingNotice({ onClose, ...props }: NoticeProps) {
  const { config, t } = props;
  const ids = useNoticeIds();
  const themes = themesOf(config);
  const section = useRef<HTMLElement>(null);
  // The height depends on the language and the window size.
  useEffect(() => (section.current ? publishHeight(section.current) : undefined), []);
  return (
    <section
      ref={(element) => {
        section.current = element;
        if (element) applyStyling(element, config, t.language);
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

/** Publishes the notice's height as a CSS property, so that the end of the page can be scrolled out from under it. */
function publishHeight(notice: HTMLElement): () => void {
  const { style } = document.documentElement;
  const measure = () => style.setProperty('--notice-room', `${notice.offsetHeight}px`);
  const observer = new ResizeObserver(measure);
  observer.observe(notice);
  return () => {
    observer.disconnect();
    style.removeProperty('--notice-room');
  };
}
