import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { adoptStyles } from '#ui/code/adopt-styles.ts';
import { changesFrom } from '#ui/code/changes-view.ts';
import css from './diff.module.css';

adoptStyles();

interface Props {
  before: string;
  after: string;
  /** Message when both texts are the same. */
  none: string;
}

/** Shows the differences between two texts, by line, and by word within a line. */
export function DiffView({ before, after, none }: Props) {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!parent.current) return;
    const extensions = [
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      // The text scrolls, so the keyboard must reach it.
      EditorView.contentAttributes.of({ 'aria-label': 'Changes', tabindex: '0' }),
      EditorView.lineWrapping,
      lineNumbers(),
      changesFrom(before, { collapse: true }),
      theme,
    ];
    const view = new EditorView({ parent: parent.current, doc: after, extensions });
    return () => view.destroy();
  }, [before, after]);
  return before === after ? <p className={css.none}>{none}</p> : <div ref={parent} className={css.difference} />;
}

const theme = EditorView.theme({
  '&': { maxHeight: '60vh', color: 'var(--ink)' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontVariantLigatures: 'none', scrollbarWidth: 'thin' },
  // Aligned with the removed lines
  '.cm-line': { padding: '0 12px 0 8px' },
  '.cm-gutters': { border: '0', backgroundColor: 'var(--sea)', color: 'var(--ink-2)' },
});
