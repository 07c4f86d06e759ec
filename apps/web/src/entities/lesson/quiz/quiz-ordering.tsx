import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Html } from '#ui/html.tsx';
import prose from '#ui/prose.module.css';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './quiz-module.module.css';
import type { AnswerProps } from './use-quiz.ts';

/** List that the learner orders by buttons or by dragging. */
export function QuizOrdering({ id, quiz, answer, onChange }: AnswerProps) {
  const list = useRef<HTMLOListElement>(null);
  const refocus = useRef<string | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');

  // Restores the focus of the clicked button, which browsers drop when its node moves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new order moved the nodes
  useEffect(() => {
    if (refocus.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-move="${refocus.current}"]`)?.focus();
    refocus.current = null;
  }, [answer]);

  const move = (option: string, by: -1 | 1) => {
    const next = moveItem(answer, answer.indexOf(option), by);
    if (next === answer) return;
    refocus.current = `${option}${by}`;
    setAnnouncement(`Now ${next.indexOf(option) + 1} of ${next.length}`);
    onChange(() => next);
  };
  const dragOver = (target: string) => {
    if (dragged === null || dragged === target) return;
    const from = answer.indexOf(dragged);
    onChange(() => moveItem(answer, from, answer.indexOf(target) - from));
  };

  return (
    <>
      <ol ref={list} className={css.order} aria-labelledby={`${id}-question`}>
        {answer.map((option, index) => (
          <li
            key={option}
            className={cx(css.item, dragged === option && css.dragged)}
            draggable
            onDragStart={() => setDragged(option)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              event.preventDefault();
              dragOver(option);
            }}
          >
            <span className={css.number}>{index + 1}</span>
            <Html
              as="span"
              id={`${id}-${option}`}
              html={quiz.options.find((one) => one.id === option)?.html ?? ''}
              className={`${prose.prose} ${css.option}`}
            />
            <span className={css.moveButtons}>
              <Button
                variant="quiet"
                size="sm"
                square
                icon="chevron-up"
                aria-label="Move up"
                aria-describedby={`${id}-${option}`}
                data-move={`${option}-1`}
                disabled={index === 0}
                onClick={() => move(option, -1)}
              />
              <Button
                variant="quiet"
                size="sm"
                square
                icon="chevron-down"
                aria-label="Move down"
                aria-describedby={`${id}-${option}`}
                data-move={`${option}1`}
                disabled={index === answer.length - 1}
                onClick={() => move(option, 1)}
              />
            </span>
          </li>
        ))}
      </ol>
      <span role="status">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </span>
    </>
  );
}

/** Returns the list with one item moved by `by` places, or the same list if the target is outside. */
export function moveItem<T>(list: readonly T[], from: number, by: number): readonly T[] {
  const to = from + by;
  if (from < 0 || from >= list.length || to < 0 || to >= list.length) return list;
  const rest = list.filter((_, index) => index !== from);
  const item = list[from] as T;
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}
