import { useEffect, useRef } from 'react';
import { SignInPrompt } from '#entities/account/sign-in-prompt.tsx';
import { messageOf } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Html } from '#ui/html.tsx';
import { Label } from '#ui/label.tsx';
import prose from '#ui/prose.module.css';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import type { ModuleProps } from '../module-props.ts';
import css from './poll-module.module.css';
import { PollResult } from './poll-result.tsx';
import { usePoll } from './use-poll.ts';

/** Question without a correct answer. Shows the answers of others after the learner has answered. */
export default function PollModule({ module: poll }: ModuleProps<'poll'>) {
  const state = usePoll(poll);
  const id = `poll-${poll.id}`;
  const head = useRef<HTMLParagraphElement>(null);

  // Moves the focus to the question, because the clicked button is gone.
  const { voted, changing } = state;
  useEffect(() => {
    if (voted || changing) head.current?.focus({ preventScroll: true });
  }, [voted, changing]);

  return (
    <Card className={css.poll}>
      <div className={css.head}>
        <Label tone="beacon">Poll · {poll.multiple ? 'choose all that apply' : 'choose one'}</Label>
        <p ref={head} id={id} tabIndex={-1} className={css.question}>
          {poll.question}
        </p>
      </div>
      {state.shown ? (
        <PollResult poll={poll} own={state.chosen} counts={state.shown} onChange={state.change} />
      ) : (
        <form
          aria-labelledby={id}
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault();
            state.submit();
          }}
        >
          {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles allow it; the linter cannot determine the role */}
          <div role={poll.multiple ? 'group' : 'radiogroup'} aria-labelledby={id} className={css.options}>
            {poll.options.map((option) => (
              <Checkbox
                key={option.id}
                kind={poll.multiple ? 'checkbox' : 'radio'}
                name={id}
                checked={state.chosen.includes(option.id)}
                onChange={(event) => state.choose(option.id, event.target.checked)}
              >
                {option.text}
              </Checkbox>
            ))}
          </div>
          <div className={css.foot}>
            <Button type="submit" busy={state.busy} disabled={state.chosen.length === 0}>
              {state.changing ? 'Save answer' : 'Answer'}
            </Button>
            {state.changing && (
              <Button variant="quiet" onClick={state.cancelChange}>
                Cancel
              </Button>
            )}
            {state.error && (
              <p className={css.error} role="alert">
                {messageOf(state.error)}
              </p>
            )}
          </div>
          {state.needsAccount && <SignInPrompt>You need an account to answer polls.</SignInPrompt>}
        </form>
      )}
      <span role="status" className={css.feedback}>
        {state.shown && state.voted && (
          <VisuallyHidden>
            Thank you. {plural(state.shown.voters, 'person has', 'people have')} answered.
          </VisuallyHidden>
        )}
      </span>
      {poll.html && <Html html={poll.html} className={`${prose.prose} ${css.text}`} />}
    </Card>
  );
}
