import type { NodeRef } from '@hexpedition/contract';
import { removeItem, setStart } from '@hexpedition/hexkit/edits';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import type { Editor } from '../use-editor.ts';
import css from './panels.module.css';

/** The map as a list, for narrow screens and as an alternative to the canvas. */
export function ListView({
  editor,
  nameOf,
  onShow,
}: {
  editor: Editor;
  nameOf: (ref: NodeRef) => string;
  onShow: (ref: NodeRef) => void;
}) {
  const { document, change, nodes } = editor;
  return (
    <section className={css.view} aria-label="List">
      {document.continents.map(({ slug, name, colour }) => {
        const items = nodes.filter((node) => node.continent.slug === slug);
        return (
          <section key={slug} data-hue={colour} aria-labelledby={`list-${slug}`}>
            <h2 id={`list-${slug}`} className={css.place2}>
              {name} <small>{plural(items.length, 'item')}</small>
            </h2>
            <ul className={css.table}>
              {items.map(({ ref, kind, q, r }) => (
                <li key={ref}>
                  <span className={css.grow}>
                    {nameOf(ref)}
                    <small>
                      {kind === 'lab' ? 'Lab' : 'Course'} · {q}, {r}
                      {document.recommended_start === ref && ' · start'}
                    </small>
                  </span>
                  <Button size="sm" className={css.show} onClick={() => onShow(ref)}>
                    Show
                  </Button>
                  {kind === 'training' && document.recommended_start !== ref && (
                    <Button
                      size="sm"
                      variant="quiet"
                      onClick={() => change('Set the start', (map) => setStart(map, ref))}
                    >
                      Set as start
                    </Button>
                  )}
                  <Button
                    size="sm"
                    variant="quiet"
                    onClick={() => change(`Remove ${ref}`, (map) => removeItem(map, ref))}
                  >
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </section>
  );
}
