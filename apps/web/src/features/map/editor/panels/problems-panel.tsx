import type { Issue } from '@hexpedition/hexkit/issues';
import { useMemo } from 'react';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { type QuickFix, type QuickFixContext, quickFixesFor } from '../quick-fixes.ts';
import type { Editor } from '../use-editor.ts';
import css from './panels.module.css';
import { useRestoredFocus } from './use-restored-focus.ts';

interface Props extends QuickFixContext {
  editor: Editor;
  problems: readonly Issue[];
  activeProblem: Issue | undefined;
  onOpen: (problem: Issue) => void;
}

/** List of the map's problems. A click moves the view to a problem, and most have quick fixes. */
export function ProblemsPanel({ editor, problems, activeProblem, onOpen, nameOf, tray }: Props) {
  const { document } = editor;
  const fixes = useMemo(
    () => problems.map((problem) => quickFixesFor(problem, document, { nameOf, tray })),
    [problems, document, nameOf, tray],
  );
  const apply = ({ label, change }: QuickFix) =>
    editor.change(label, (now) => {
      const next = change(now);
      editor.announce(next === now ? 'There is not enough room for this fix.' : `${label}: done.`);
      return next;
    });
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const restoredFocus = useRestoredFocus<HTMLElement>();
  return (
    <section className={css.problems} aria-labelledby="problems" data-part {...restoredFocus}>
      <header className={css.head}>
        <h2 id="problems" className={css.title} tabIndex={-1}>
          Problems
        </h2>
        <span className={cx(css.count, errors > 0 && css.bad)}>{problems.length}</span>
        {problems.length > 0 && (
          <span className={css.aside}>
            <Kbd>F8</Kbd> next
          </span>
        )}
      </header>
      {problems.length === 0 ? (
        <p className={css.quiet}>
          <Icon name="tick" size={16} /> No problems found.
        </p>
      ) : (
        <ol className={css.list}>
          {problems.map((problem, i) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a problem is identified by its number
              key={i}
              className={css.problem}
              data-code={problem.code}
              data-active={problem === activeProblem}
              data-severity={problem.severity}
            >
              <button type="button" className={css.open} onClick={() => onOpen(problem)}>
                <span className={css.number} aria-hidden="true">
                  {i + 1}
                </span>
                <span>
                  {problem.message}
                  {problem.at && (
                    <span className={css.where}>
                      {problem.at.q}, {problem.at.r}
                    </span>
                  )}
                </span>
              </button>
              <div className={css.fixes}>
                {fixes[i]?.map((fix) => (
                  <Button key={fix.label} size="sm" onClick={() => apply(fix)}>
                    {fix.label}
                  </Button>
                ))}
              </div>
            </li>
          ))}
        </ol>
      )}
      {errors > 0 && (
        <p className={css.note}>
          <Icon name="lock" size={14} /> Fix {errors === 1 ? 'the error' : 'all errors'} to publish.
        </p>
      )}
    </section>
  );
}
