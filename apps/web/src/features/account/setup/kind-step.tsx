import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { KindPicture } from './kind-picture.tsx';
import css from './setup.module.css';
import { siteKinds } from './site-kinds.ts';
import { FixedBy, StepActions, StepHead } from './step-frame.tsx';
import type { StepProps } from './step-props.ts';

const openTiers = {
  0: 'Only free courses are open.',
  1: 'Courses up to Foundational are open.',
  2: 'Courses up to Specialization are open.',
  3: 'All courses are open.',
};

/** First step: a club, a school or a shop. */
export function KindStep({ state, store: { draft, change }, goTo }: StepProps) {
  const id = useId();
  const { free_tier: freeTier } = state.settings;
  const chosen = siteKinds.find(({ kind }) => kind === draft.kind);
  return (
    <form
      method="post"
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        goTo('site');
      }}
    >
      <StepHead
        title="What is this site?"
        lead="It decides which courses are open, and suggests who may join. You can change both later in Settings."
      />
      {freeTier.fixed_by && <FixedBy name={freeTier.fixed_by}>{openTiers[freeTier.value]}</FixedBy>}
      <fieldset className={css.kinds}>
        <legend className={css.legend}>Kind of site</legend>
        {siteKinds.map(({ kind, name, about, gives, lacks }) => {
          const isDone = kind === 'shop' && state.payments;
          return (
            <label key={kind} className={css.kind} data-kind={kind}>
              <input
                type="radio"
                name="kind"
                value={kind}
                className={css.radio}
                checked={draft.kind === kind}
                aria-describedby={`${id}-${kind}`}
                aria-label={name}
                onChange={() => change({ kind, register: undefined })}
              />
              <KindPicture kind={kind} />
              <span className={css.kindText} id={`${id}-${kind}`}>
                <span className={css.kindName}>
                  {name}
                  <svg viewBox="0 0 32 32" width="22" height="22" className={css.mark} aria-hidden="true">
                    <path d="M16 2.5 27.7 9.25v13.5L16 29.5 4.3 22.75V9.25Z" />
                    <path className={css.markFill} d="M16 9 22 12.5v7L16 23l-6-3.5v-7Z" />
                  </svg>
                </span>
                <span className={css.kindAbout}>{about}</span>
                {gives.map((text) => (
                  <span key={text} className={css.gives}>
                    <Icon name="tick" size={16} />
                    {text}
                  </span>
                ))}
                <span className={isDone ? css.gives : css.lacks}>
                  <Icon name={isDone ? 'tick' : 'minus'} size={16} />
                  {isDone ? 'Payments are configured' : lacks}
                </span>
              </span>
            </label>
          );
        })}
      </fieldset>
      <StepActions>
        <Button type="submit" variant="primary">
          Continue as a {chosen?.name.toLowerCase()}
        </Button>
      </StepActions>
    </form>
  );
}
