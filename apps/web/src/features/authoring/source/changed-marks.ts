import { RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** Says which lines differ from what learners read, 1-based. */
export const setChanged = StateEffect.define<readonly number[]>();

const mark = Decoration.line({ class: 'cm-changed' });

/** A blue edge at each changed line. Until the lines are told again, the marks move with the text. */
export const changedMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { state, changes, effects }) => {
    const told = effects.find((effect) => effect.is(setChanged));
    if (!told?.is(setChanged)) return marks.map(changes);
    const lines = told.value.filter((line) => line <= state.doc.lines);
    return RangeSet.of(lines.map((line) => mark.range(state.doc.line(line).from)));
  },
  provide: (field) => EditorView.decorations.from(field),
});
