import { TextField } from '#ui/text-field.tsx';
import css from './quiz.module.css';
import type { AnswerProps } from './use-quiz.ts';

export function QuizFree({ answer, onChange }: AnswerProps) {
  return (
    <div className={css.free}>
      <TextField
        label="Your answer"
        mono
        value={answer[0] ?? ''}
        onChange={(event) => onChange([event.target.value])}
        maxLength={500}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </div>
  );
}
