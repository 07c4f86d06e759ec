import type { SetupState, SignedIn } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { featuresQuery } from '#entities/site/use-features.ts';
import { useRedirectAfterLogin } from '../use-redirect-after-login.ts';
import { KindStep } from './kind-step.tsx';
import { MailStep } from './mail-step.tsx';
import { OperatorStep } from './operator-step.tsx';
import css from './setup.module.css';
import { SetupSteps } from './setup-steps.tsx';
import { SiteStep } from './site-step.tsx';
import { type StepName, stepNames, useSetupDraft } from './use-setup-draft.ts';

/** The setup wizard. Its entries stay in this browser until the last step stores them all at once. */
export function SetupWizard({ token, state }: { token: string; state: SetupState }) {
  const store = useSetupDraft();
  const client = useQueryClient();
  const enter = useRedirectAfterLogin('/admin', true);
  const [isMoved, setMoved] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const { step } = store.draft;
  // Screen readers announce the next step.
  useEffect(() => {
    if (isMoved && step) content.current?.querySelector('h1')?.focus();
  }, [isMoved, step]);
  const goTo = (next: StepName) => {
    setMoved(true);
    store.change({ step: next });
    window.scrollTo(0, 0);
  };
  const finish = (answer: SignedIn) => {
    store.forget();
    enter(answer);
    // Every page shows the new name.
    void client.invalidateQueries({ queryKey: featuresQuery.queryKey });
  };
  const props = { token, state, store, goTo };
  return (
    <div className={css.wizard}>
      <p className={css.facts}>
        {state.host} · {state.version} · first start
      </p>
      <SetupSteps current={stepNames.indexOf(step)} goTo={goTo} />
      <div ref={content} className={css.content}>
        {step === 'kind' && <KindStep {...props} />}
        {step === 'site' && <SiteStep {...props} />}
        {step === 'mail' && <MailStep {...props} />}
        {step === 'account' && <OperatorStep {...props} onFinish={finish} />}
      </div>
    </div>
  );
}
