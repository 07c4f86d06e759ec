import type { SetupState } from '@hexpedition/contract';
import type { StepName, useSetupDraft } from './use-setup-draft.ts';

/** Props of each step of the setup wizard. */
export interface StepProps {
  token: string;
  state: SetupState;
  store: ReturnType<typeof useSetupDraft>;
  goTo: (step: StepName) => void;
}
