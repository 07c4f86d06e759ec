import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Html } from '#ui/html.tsx';
import prose from '#ui/prose.module.css';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { moved } from './ordering.ts';
import css from './quiz.module.css';
import type { AnswerProps } from './use-quiz.ts';

/** A list to be put in order: by two buttons each, or by dragging. */
export function QuizOrdering({ id, quiz, answer, onChange }: AnswerProps) {
  const list = useRef<HTMLOListElement>(null);
  const refocus = useRef<string | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');

  // Browsers drop the focus of a node that moves in the page; the button that was pressed gets it back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is what moved the nodes
  useEffect(() => {
    if (refocus.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-move="${refocus.current}"]`)?.focus();
    refocus.current = null;
  }, [answer]);

  const move = (option: string, by: -1 | 1) => {
    const next = moved(answer, answer.indexOf(option), by);
    if (next === answer) return;
    refocus.current = `${option}${by}`;
    setSaid(`Now ${next.indexOf(option) + 1} of ${next.length}`);
    onChange(next);
  };
  const dragOver = (target: string) => {
    if (dragged === null || dragged === target) return;
    const from = answer.indexOf(dragged);
    onChange(moved(answer, from, answer.indexOf(target) - from));
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
            <span className={css.moves}>
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
        <VisuallyHidden>{said}</VisuallyHidden>
      </span>
    </>
  );
}
