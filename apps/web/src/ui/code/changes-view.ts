import { unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * Marks the changes of a text against its original: added lines, changed words, and removed lines in place.
 * @param collapse shows only the changes with two lines around each; a press on the gap shows the rest.
 */
export const changesFrom = (original: string, { collapse = false } = {}): Extension => [
  unifiedMergeView({
    original,
    mergeControls: false,
    ...(collapse ? { collapseUnchanged: { margin: 2, minSize: 3 } } : {}),
  }),
  EditorState.phrases.of({ '$ unchanged lines': 'Show $ unchanged lines' }),
  theme,
];

const added = { backgroundColor: 'var(--phosphor-wash)' };
const removed = { backgroundColor: 'var(--coral-wash)' };
const changedWord = {
  background: 'none',
  fontWeight: '700',
  textDecoration: 'underline 2px',
  textUnderlineOffset: '3px',
};

/** The sign in the gutter repeats what the colour says. */
const sign = (content: string, colour: string) => ({ content: `"${content}"`, color: colour, fontWeight: '700' });

const theme = EditorView.theme({
  '&.cm-merge-b .cm-changedLine, &.cm-merge-b .cm-changedLine.cm-activeLine': added,
  '&.cm-merge-b .cm-changedText': changedWord,
  '.cm-deletedChunk': { ...removed, padding: '0 12px 0 8px', tabSize: '4' },
  '& .cm-deletedChunk .cm-deletedText': changedWord,
  '& .cm-changeGutter': { width: '18px', paddingLeft: '0' },
  '.cm-changeGutter .cm-gutterElement': { width: '18px', padding: '0', textAlign: 'center' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--phosphor-wash)' },
  '& .cm-deletedLineGutter': { background: 'var(--coral-wash)' },
  '.cm-changedLineGutter::before': sign('+', 'var(--phosphor)'),
  '.cm-deletedLineGutter::before': sign('−', 'var(--coral)'),
  '& .cm-collapsedLines': {
    border: '0 dashed var(--line-strong)',
    borderWidth: '1px 0',
    background: 'none',
    color: 'var(--ink-2)',
    cursor: 'pointer',
    fontFamily: 'var(--font-text)',
    fontSize: '13px',
  },
  // The library's sign is not in our fonts
  '& .cm-collapsedLines::before, & .cm-collapsedLines::after': { content: 'none' },
});
