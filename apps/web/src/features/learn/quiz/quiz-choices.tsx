import { Checkbox } from '#ui/checkbox.tsx';
import { Html } from '#ui/html.tsx';
import prose from '#ui/prose.module.css';
import css from './quiz.module.css';
import type { AnswerProps } from './use-quiz.ts';

export function QuizChoices({ id, quiz, answer, onChange }: AnswerProps) {
  const single = quiz.answer_kind === 'single';
  const toggle = (option: string, on: boolean) => {
    if (single) return onChange([option]);
    onChange(on ? [...answer, option] : answer.filter((chosen) => chosen !== option));
  };
  return (
    // A fieldset's legend can't hold the question's blocks, so the group takes its name from it.
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take it; the checker can't see which it is
    <div className={css.choices} role={single ? 'radiogroup' : 'group'} aria-labelledby={`${id}-question`}>
      {quiz.options.map((option) => (
        <Checkbox
          key={option.id}
          kind={single ? 'radio' : 'checkbox'}
          name={id}
          checked={answer.includes(option.id)}
          onChange={(event) => toggle(option.id, event.target.checked)}
        >
          <Html as="span" html={option.html} className={`${prose.prose} ${css.option}`} />
        </Checkbox>
      ))}
    </div>
  );
}
