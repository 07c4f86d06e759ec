import { Checkbox } from '#ui/checkbox.tsx';
import { Html } from '#ui/html.tsx';
import prose from '#ui/prose.module.css';
import css from './quiz-module.module.css';
import type { AnswerProps } from './use-quiz.ts';

export function QuizChoices({ id, quiz, answer, onChange }: AnswerProps) {
  const single = quiz.answer_kind === 'single';
  const toggle = (option: string, on: boolean) => {
    if (single) return onChange(() => [option]);
    onChange((before) => (on ? [...before, option] : before.filter((chosen) => chosen !== option)));
  };
  return (
    // A legend cannot contain block elements, so the question names the group by aria-labelledby.
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles allow it; the linter cannot determine the role
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
