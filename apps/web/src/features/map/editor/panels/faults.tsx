import type { Issue } from '@hexpedition/hexkit/issues';
import { useMemo } from 'react';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { type Known, type Mend, mendsOf } from '../mends.ts';
import type { Editor } from '../use-editor.ts';
import css from './panels.module.css';
import { useKeptFocus } from './use-kept-focus.ts';

interface Props extends Known {
  editor: Editor;
  faults: readonly Issue[];
  flown: Issue | undefined;
  onFly: (fault: Issue) => void;
}

/** Everything that is wrong with the map: a click leads there, and most can be settled from here. */
export function Faults({ editor, faults, flown, onFly, nameOf, tray }: Props) {
  const { document } = editor;
  const mends = useMemo(
    () => faults.map((fault) => mendsOf(fault, document, { nameOf, tray })),
    [faults, document, nameOf, tray],
  );
  const settle = ({ words, change }: Mend) =>
    editor.change(words, (now) => {
      const next = change(now);
      editor.say(next === now ? 'There is no room for it. Make some first.' : `${words}: done.`);
      return next;
    });
  const errors = faults.filter(({ severity }) => severity === 'error').length;
  const kept = useKeptFocus<HTMLElement>();
  return (
    <section className={css.faults} aria-labelledby="faults" data-part {...kept}>
      <header className={css.head}>
        <h2 id="faults" className={css.title} tabIndex={-1}>
          Faults
        </h2>
        <span className={cx(css.count, errors > 0 && css.bad)}>{faults.length}</span>
        {faults.length > 0 && (
          <span className={css.aside}>
            <Kbd>F8</Kbd> next
          </span>
        )}
      </header>
      {faults.length === 0 ? (
        <p className={css.quiet}>
          <Icon name="tick" size={16} /> Nothing is wrong with this map.
        </p>
      ) : (
        <ol className={css.list}>
          {faults.map((fault, i) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a fault is its number
              key={i}
              className={css.fault}
              data-code={fault.code}
              data-flown={fault === flown}
              data-severity={fault.severity}
            >
              <button type="button" className={css.fly} onClick={() => onFly(fault)}>
                <span className={css.number} aria-hidden="true">
                  {i + 1}
                </span>
                <span>
                  {fault.message}
                  {fault.at && (
                    <span className={css.where}>
                      {fault.at.q}, {fault.at.r}
                    </span>
                  )}
                </span>
              </button>
              <div className={css.mends}>
                {mends[i]?.map((mend) => (
                  <Button key={mend.words} size="sm" onClick={() => settle(mend)}>
                    {mend.words}
                  </Button>
                ))}
              </div>
            </li>
          ))}
        </ol>
      )}
      {errors > 0 && (
        <p className={css.note}>
          <Icon name="lock" size={14} /> Publishing opens when {errors === 1 ? 'it is' : 'all of them are'} settled.
        </p>
      )}
    </section>
  );
}
