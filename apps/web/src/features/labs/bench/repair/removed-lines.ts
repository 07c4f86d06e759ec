import type { Language } from '@codemirror/language';
import { RangeSet, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  lineNumberWidgetMarker,
  WidgetType,
} from '@codemirror/view';
import { highlightCode } from '@lezer/highlight';
import type { LineDiff, RemovedLines } from './line-diff.ts';
import { codeColours } from './source-language.ts';

/** Sets the diff to show. The marks move with the text until the next `setDiff`. */
export const setDiff = StateEffect.define<{ diff: LineDiff; language: Language | undefined }>();

const addedLine = Decoration.line({ class: 'cm-added' });

const diffField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (decorations, { state, changes, effects }) => {
    const update = effects.find((effect) => effect.is(setDiff));
    if (!update?.is(setDiff)) return decorations.map(changes);
    const { diff, language } = update.value;
    const { doc } = state;
    return RangeSet.of(
      [
        ...diff.removed.map((removed) => {
          const isAtEnd = removed.before > doc.lines;
          const widget = new RemovedLinesWidget(removed, language);
          const at = isAtEnd ? doc.length : doc.line(removed.before).from;
          return Decoration.widget({ widget, block: true, side: isAtEnd ? 1 : -1 }).range(at);
        }),
        ...diff.added.filter((line) => line <= doc.lines).map((line) => addedLine.range(doc.line(line).from)),
      ],
      true,
    );
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const removedLines = [
  diffField,
  gutter({
    class: 'cm-signs',
    lineMarker: (view, { from }) => (isAdded(view, from) ? plus : null),
    widgetMarker: (_, widget) =>
      widget instanceof RemovedLinesWidget ? new Column(widget.removed.lines.map(() => '−')) : null,
    lineMarkerChange: ({ docChanged, transactions }) =>
      docChanged || transactions.some(({ effects }) => effects.some((effect) => effect.is(setDiff))),
  }),
  lineNumberWidgetMarker.of((_, widget) =>
    widget instanceof RemovedLinesWidget
      ? new Column(widget.removed.lines.map((_line, i) => String(widget.removed.number + i)))
      : null,
  ),
];

function isAdded({ state }: EditorView, at: number): boolean {
  let isFound = false;
  state.field(diffField).between(at, at, (from, _to, { spec }) => {
    isFound ||= from === at && spec.class === 'cm-added';
  });
  return isFound;
}

/** Gutter column beside the lines of a widget, with one text per line. */
class Column extends GutterMarker {
  readonly #texts: readonly string[];
  override elementClass = 'cm-old';

  constructor(texts: readonly string[]) {
    super();
    this.#texts = texts;
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof Column && other.#texts.join() === this.#texts.join();
  }

  override toDOM(): HTMLElement {
    const column = document.createElement('div');
    for (const word of this.#texts) column.append(lineOf(word));
    return column;
  }
}
class PlusMarker extends GutterMarker {
  override elementClass = 'cm-plus';
  override toDOM = () => document.createTextNode('+');
}
const plus = new PlusMarker();

function lineOf(text = ''): HTMLElement {
  const line = document.createElement('div');
  line.textContent = text;
  return line;
}

/** Widget that shows removed lines. */
class RemovedLinesWidget extends WidgetType {
  readonly removed: RemovedLines;
  readonly #language: Language | undefined;

  constructor(removed: RemovedLines, language: Language | undefined) {
    super();
    this.removed = removed;
    this.#language = language;
  }

  override eq(other: RemovedLinesWidget): boolean {
    return (
      other.removed.number === this.removed.number &&
      other.#language === this.#language &&
      other.removed.lines.join('\n') === this.removed.lines.join('\n')
    );
  }

  override get lineBreaks(): number {
    return 0;
  }

  override toDOM(): HTMLElement {
    const block = document.createElement('div');
    block.className = 'cm-oldLines';
    block.setAttribute('role', 'note');
    block.setAttribute('aria-label', `Removed: ${this.removed.lines.join(' ').trim()}`);
    const code = this.removed.lines.join('\n');
    let line = lineOf();
    block.append(line);
    const appendText = (text: string, classes = '') => {
      const piece = document.createElement('span');
      piece.className = classes;
      piece.textContent = text;
      line.append(piece);
    };
    const appendBreak = () => {
      line = lineOf();
      block.append(line);
    };
    if (this.#language) highlightCode(code, this.#language.parser.parse(code), codeColours, appendText, appendBreak);
    else
      for (const [i, text] of this.removed.lines.entries()) {
        if (i > 0) appendBreak();
        appendText(text);
      }
    return block;
  }
}
