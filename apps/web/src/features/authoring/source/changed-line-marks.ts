import { RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** Sets the 1-based lines that differ from the published text. */
export const setChangedLines = StateEffect.define<readonly number[]>();

const mark = Decoration.line({ class: 'cm-changed' });

/** Marks each changed line with a blue edge. The marks move with the text until the next `setChangedLines`. */
export const changedLineMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { state, changes, effects }) => {
    const update = effects.find((effect) => effect.is(setChangedLines));
    if (!update?.is(setChangedLines)) return marks.map(changes);
    const lines = update.value.filter((line) => line <= state.doc.lines);
    return RangeSet.of(lines.map((line) => mark.range(state.doc.line(line).from)));
  },
  provide: (field) => EditorView.decorations.from(field),
});
