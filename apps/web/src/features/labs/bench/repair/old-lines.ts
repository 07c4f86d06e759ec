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
import type { Gone, Marks } from './marks.ts';
import { codeColours } from './source-language.ts';

/** Tells the editor what has changed. Until it is told again, the marks move with the text. */
export const tellMarks = StateEffect.define<{ marks: Marks; language: Language | undefined }>();

const newLine = Decoration.line({ class: 'cm-added' });

const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (now, { state, changes, effects }) => {
    const told = effects.find((effect) => effect.is(tellMarks));
    if (!told?.is(tellMarks)) return now.map(changes);
    const { marks, language } = told.value;
    const { doc } = state;
    return RangeSet.of(
      [
        ...marks.gone.map((gone) => {
          const isAtEnd = gone.before > doc.lines;
          const widget = new OldLines(gone, language);
          const at = isAtEnd ? doc.length : doc.line(gone.before).from;
          return Decoration.widget({ widget, block: true, side: isAtEnd ? 1 : -1 }).range(at);
        }),
        ...marks.added.filter((line) => line <= doc.lines).map((line) => newLine.range(doc.line(line).from)),
      ],
      true,
    );
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const oldLines = [
  marked,
  gutter({
    class: 'cm-signs',
    lineMarker: (view, { from }) => (isAdded(view, from) ? plus : null),
    widgetMarker: (_, widget) => (widget instanceof OldLines ? new Column(widget.gone.lines.map(() => '−')) : null),
    lineMarkerChange: ({ docChanged, transactions }) =>
      docChanged || transactions.some(({ effects }) => effects.some((effect) => effect.is(tellMarks))),
  }),
  lineNumberWidgetMarker.of((_, widget) =>
    widget instanceof OldLines ? new Column(widget.gone.lines.map((_line, i) => String(widget.gone.number + i))) : null,
  ),
];

function isAdded({ state }: EditorView, at: number): boolean {
  let isFound = false;
  state.field(marked).between(at, at, (from, _to, { spec }) => {
    isFound ||= from === at && spec.class === 'cm-added';
  });
  return isFound;
}

/** Words one below the other, beside the lines of a widget. */
class Column extends GutterMarker {
  readonly #words: readonly string[];
  override elementClass = 'cm-old';

  constructor(words: readonly string[]) {
    super();
    this.#words = words;
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof Column && other.#words.join() === this.#words.join();
  }

  override toDOM(): HTMLElement {
    const column = document.createElement('div');
    for (const word of this.#words) column.append(lineOf(word));
    return column;
  }
}
class Plus extends GutterMarker {
  override elementClass = 'cm-plus';
  override toDOM = () => document.createTextNode('+');
}
const plus = new Plus();

function lineOf(text = ''): HTMLElement {
  const line = document.createElement('div');
  line.textContent = text;
  return line;
}

/** Lines that are gone, as they were. */
class OldLines extends WidgetType {
  readonly gone: Gone;
  readonly #language: Language | undefined;

  constructor(gone: Gone, language: Language | undefined) {
    super();
    this.gone = gone;
    this.#language = language;
  }

  override eq(other: OldLines): boolean {
    return (
      other.gone.number === this.gone.number &&
      other.#language === this.#language &&
      other.gone.lines.join('\n') === this.gone.lines.join('\n')
    );
  }

  override get lineBreaks(): number {
    return 0;
  }

  override toDOM(): HTMLElement {
    const block = document.createElement('div');
    block.className = 'cm-oldLines';
    block.setAttribute('role', 'note');
    block.setAttribute('aria-label', `Of the original: ${this.gone.lines.join(' ').trim()}`);
    const code = this.gone.lines.join('\n');
    let line = lineOf();
    block.append(line);
    const put = (text: string, classes = '') => {
      const piece = document.createElement('span');
      piece.className = classes;
      piece.textContent = text;
      line.append(piece);
    };
    const putBreak = () => {
      line = lineOf();
      block.append(line);
    };
    if (this.#language) highlightCode(code, this.#language.parser.parse(code), codeColours, put, putBreak);
    else
      for (const [i, text] of this.gone.lines.entries()) {
        if (i > 0) putBreak();
        put(text);
      }
    return block;
  }
}
