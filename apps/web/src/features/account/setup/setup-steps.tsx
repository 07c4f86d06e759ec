import { HexStep } from '#ui/hex-step.tsx';
import css from './setup.module.css';
import { type StepName, stepNames } from './use-setup-draft.ts';

const labels: Record<StepName, [name: string, about: string]> = {
  kind: ['Kind of site', 'what is open'],
  site: ['Name and sign-up', 'who may join'],
  mail: ['Mail test', 'one mail to you'],
  account: ['Your account', 'the first superuser'],
};

/** Steps of the wizard. Earlier steps can be opened again. */
export function SetupSteps({ current, goTo }: { current: number; goTo: (step: StepName) => void }) {
  return (
    <nav aria-label="Steps of the setup">
      <ol className={css.steps}>
        {stepNames.map((step, index) => {
          const [name, about] = labels[step];
          const state = index < current ? 'done' : index === current ? 'current' : 'locked';
          const text = (
            <>
              <HexStep state={state === 'locked' ? 'open' : state} size={32} />
              <span className={css.stepText}>
                <span className={css.stepName}>{name}</span>
                <span className={css.stepAbout}>{index === current ? 'you are here' : about}</span>
              </span>
            </>
          );
          return (
            <li key={step} className={css.step} data-state={state}>
              {index < current ? (
                <button type="button" className={css.stepButton} onClick={() => goTo(step)}>
                  {text}
                </button>
              ) : (
                <span className={css.stepButton} aria-current={index === current ? 'step' : undefined}>
                  {text}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
