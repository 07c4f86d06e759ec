import { defaultKeymap, history, historyKeymap, redo, redoDepth, undo, undoDepth } from '@codemirror/commands';
import { codeFolding, foldEffect, foldedRanges, foldKeymap, unfoldEffect } from '@codemirror/language';
import { type Diagnostic, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { EditorSelection, EditorState } from '@codemirror/state';
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { ContentDiagnostic } from '@hexpedition/contract';
import { plural } from '#lib/format.ts';
import { adoptStyles } from '#ui/code/adopt-styles.ts';
import { codeMirrorTheme } from '#ui/code/codemirror-theme.ts';
import { plainTyping } from '#ui/code/plain-typing.ts';
import { blockHeaders } from './block-headers.ts';
import { type BlockKind, type Template, templateOf, withUniqueId } from './block-kinds.ts';
import { changedLineMarks, setChangedLines } from './changed-line-marks.ts';
import { droppedFiles, pastedFiles } from './dropped-files.ts';
import { type Block, insertLineFor, type LineRange } from './lesson-blocks.ts';
import { language } from './lesson-language.ts';
import { addPlaceholder, removePlaceholder, uploadPlaceholders } from './upload-placeholders.ts';
import { WidgetSlots } from './widget-slots.ts';

adoptStyles();

/** State of the source editor that the page shows. */
export interface SourceState {
  blocks: readonly Block[];
  /** Index of the block with the caret; −1 above all blocks. */
  current: number;
  /** Line of the caret, 1-based. */
  line: number;
  canUndo: boolean;
  canRedo: boolean;
}

interface Options {
  parent: HTMLElement;
  body: string;
  onChange: (body: string) => void;
  onState: (sourceState: SourceState) => void;
  /** Called when files are dropped or pasted at a position in the text. */
  onFiles: (files: File[], at: number, isPasted: boolean) => void;
}

/** File, lab or drill that a block shows, and the captions of a video. */
type BlockContent = [source?: string, captions?: readonly string[]];

/** CodeMirror editor for the source of a lesson, with the operations that the page needs. */
export class SourceView {
  readonly slots = new WidgetSlots();
  /** Elements that show the progress of uploads. */
  readonly placeholderSlots = new WidgetSlots();
  readonly #headers = blockHeaders(this.slots);
  readonly #uploadPlaceholders = uploadPlaceholders(this.placeholderSlots);
  readonly #view: EditorView;
  /** Last text reported to the page. `setText` ignores the same text. */
  #known: string;

  constructor({ parent, body, onChange, onState, onFiles }: Options) {
    this.#known = body;
    const changeListener = EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      if (docChanged) {
        this.#known = state.doc.toString();
        onChange(this.#known);
      }
      if (docChanged || selectionSet) onState(this.sourceState());
    });
    const fileHandlers = EditorView.domEventHandlers({
      drop: (event, view) => {
        const files = droppedFiles(event.dataTransfer);
        if (files.length === 0) return false;
        event.preventDefault();
        view.focus();
        onFiles(files, view.posAtCoords({ x: event.clientX, y: event.clientY }, false), false);
        return true;
      },
      paste: (event, view) => {
        const files = pastedFiles(event.clipboardData);
        if (files.length === 0) return false;
        event.preventDefault();
        onFiles(files, view.state.selection.main.to, true);
        return true;
      },
    });
    const state = EditorState.create({
      doc: body,
      extensions: [
        history(),
        drawSelection(),
        dropCursor(),
        fileHandlers,
        plainTyping,
        lineNumbers(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          'aria-label': 'Source of the lesson',
          // Makes the source one of the parts between which F6 switches.
          'data-part': '',
          tabindex: '0',
          spellcheck: 'true',
          autocapitalize: 'off',
        }),
        language,
        this.#headers.extension,
        this.#uploadPlaceholders.extension,
        changedLineMarks,
        codeFolding({ preparePlaceholder: foldLabel, placeholderDOM }),
        search({ top: true }),
        keymap.of([...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, ...defaultKeymap]),
        codeMirrorTheme,
        changeListener,
      ],
    });
    this.#view = new EditorView({ parent, state });
    onState(this.sourceState());
  }

  destroy(): void {
    this.#view.destroy();
  }

  sourceState(): SourceState {
    const { state } = this.#view;
    const { blocks, current } = state.field(this.#headers.field);
    return {
      blocks,
      current,
      line: state.doc.lineAt(state.selection.main.head).number,
      canUndo: undoDepth(state) > 0,
      canRedo: redoDepth(state) > 0,
    };
  }

  /** Replaces the text, for example by a revision or a merged text. The change can be undone. */
  setText(body: string): void {
    if (body === this.#known) return;
    const before = this.#known;
    const maxCommon = Math.min(before.length, body.length);
    let from = 0;
    while (from < maxCommon && before[from] === body[from]) from++;
    let end = 0;
    while (end < maxCommon - from && before.at(-1 - end) === body.at(-1 - end)) end++;
    this.#view.dispatch({
      changes: { from, to: before.length - end, insert: body.slice(from, body.length - end) },
    });
  }

  focus(): void {
    this.#view.focus();
  }

  undo(): void {
    undo(this.#view);
    this.focus();
  }

  redo(): void {
    redo(this.#view);
    this.focus();
  }

  goTo(line: number): void {
    const { from } = this.#lineAt(line);
    this.#view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    this.focus();
  }

  /** Underlines the problems that the preview reported. */
  showProblems(problems: readonly ContentDiagnostic[]): void {
    const found = problems.flatMap(({ line, severity, message }): Diagnostic[] => {
      if (line < 1 || line > this.#view.state.doc.lines) return [];
      const { from, to, text } = this.#lineAt(line);
      return [{ from: from + (text.length - text.trimStart().length), to, severity, message }];
    });
    this.#view.dispatch(setDiagnostics(this.#view.state, found));
  }

  markChanged(lines: readonly number[]): void {
    this.#view.dispatch({ effects: setChangedLines.of(lines) });
  }

  /** Adds a Markdown marker at both ends of the selection, or removes it. */
  wrap(marker: string): void {
    const { state } = this.#view;
    this.#view.dispatch(
      state.changeByRange(({ from, to }) => {
        const length = marker.length;
        const isWrapped =
          state.sliceDoc(from - length, from) === marker &&
          state.sliceDoc(to, to + length) === marker &&
          from >= length;
        return isWrapped
          ? {
              changes: [
                { from: from - length, to: from },
                { from: to, to: to + length },
              ],
              range: EditorSelection.range(from - length, to - length),
            }
          : {
              changes: [
                { from, insert: marker },
                { from: to, insert: marker },
              ],
              range: EditorSelection.range(from + length, to + length),
            };
      }),
    );
    this.focus();
  }

  link(): void {
    const { state } = this.#view;
    this.#view.dispatch(
      state.changeByRange(({ from, to }) => {
        const words = state.sliceDoc(from, to) || 'link text';
        const at = from + words.length + 3;
        return {
          changes: { from, to, insert: `[${words}](https://)` },
          range: EditorSelection.range(at, at + 'https://'.length),
        };
      }),
    );
    this.focus();
  }

  /** Makes each line of the selection a list item. */
  list(): void {
    const { state } = this.#view;
    const { from, to } = state.selection.main;
    const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number];
    const lines = Array.from({ length: last - first + 1 }, (_, i) => state.doc.line(first + i));
    this.#view.dispatch({ changes: lines.map((line) => ({ from: line.from, insert: '- ' })) });
    this.focus();
  }

  /** Inserts a new block below the block with this index, or at the end. */
  insert(kind: BlockKind, below: number, ...content: BlockContent): void {
    const { doc } = this.#view.state;
    const block = this.sourceState().blocks[below];
    const at = block ? this.#lineAt(block.to).to : doc.length;
    const { changes, selection } = this.#blockAt(at, templateOf(kind, doc.toString(), ...content));
    this.#view.dispatch({ changes, selection, scrollIntoView: true });
    this.focus();
  }

  /** Adds a placeholder at the position of a pending upload. */
  addUpload(id: number, at: number): void {
    const effects = addPlaceholder.of({ id, at: Math.min(at, this.#view.state.doc.length), isCaretUnmoved: true });
    this.#view.dispatch({ effects });
  }

  /** Removes the placeholder of an upload that was cancelled. */
  removeUpload(id: number): void {
    this.#view.dispatch({ effects: removePlaceholder.of({ id }) });
  }

  /** Replaces the placeholder of a finished upload by its block. Moves the caret only if the author did not. */
  insertUpload(id: number, kind: BlockKind, ...content: BlockContent): void {
    const { state } = this.#view;
    const placeholder = state.field(this.#uploadPlaceholders.field).find((one) => one.id === id);
    if (!placeholder) return;
    const text = state.doc.toString();
    const line = insertLineFor(text.split('\n'), this.sourceState().blocks, state.doc.lineAt(placeholder.at).number);
    const { changes, selection, end } = this.#blockAt(this.#lineAt(line).to, templateOf(kind, text, ...content));
    this.#view.dispatch({
      changes,
      effects: removePlaceholder.of({ id, end }),
      ...(placeholder.isCaretUnmoved && this.#view.hasFocus ? { selection, scrollIntoView: true } : {}),
    });
  }

  /** Measures the layout again after a widget changed its height. */
  measure(): void {
    this.#view.requestMeasure();
  }

  /** Builds the change that inserts a block at the end of a line, with empty lines around it. */
  #blockAt(at: number, { markdown, select }: Template) {
    const { doc } = this.#view.state;
    const [before, after] = [doc.sliceString(0, at), doc.sliceString(at)];
    const above = before.trim() === '' ? '' : emptyLines(/[ \t\n]*$/.exec(before)?.[0]);
    const below = after.trim() === '' ? (after.includes('\n') ? '' : '\n') : emptyLines(/^[ \t\n]*/.exec(after)?.[0]);
    const start = at + above.length;
    const from = start + Math.max(markdown.indexOf(select), 0);
    return {
      changes: { from: at, insert: `${above}${markdown}${below}` },
      selection: { anchor: from, head: from + select.length },
      end: start + markdown.length,
    };
  }

  /** Swaps a block with the block above or below. */
  moveBlock(at: number, step: -1 | 1): void {
    const { blocks } = this.sourceState();
    const [upper, lower] = step === 1 ? [blocks[at], blocks[at + 1]] : [blocks[at - 1], blocks[at]];
    if (!upper || !lower) return;
    const { doc } = this.#view.state;
    const [from, to] = [this.#lineAt(upper.from).from, this.#lineAt(lower.to).to];
    const [one, gap, two] = [
      this.#textOf(upper),
      doc.sliceString(this.#lineAt(upper.to).to, this.#lineAt(lower.from).from),
      this.#textOf(lower),
    ];
    // Adjacent texts would become one block, so an empty line separates them.
    const insert = `${two}${gap.length > 1 ? gap : '\n\n'}${one}`;
    const start = step === 1 ? from + insert.length - one.length : from;
    this.#view.dispatch({ changes: { from, to, insert }, selection: { anchor: start }, scrollIntoView: true });
  }

  duplicate(at: number): void {
    const block = this.sourceState().blocks[at];
    if (!block) return;
    const end = this.#lineAt(block.to).to;
    const copy = withUniqueId(this.#textOf(block), this.#view.state.doc.toString());
    this.#view.dispatch({
      changes: { from: end, insert: `\n\n${copy}` },
      selection: { anchor: end + 2 },
      scrollIntoView: true,
    });
    this.focus();
  }

  /** Removes a block and the empty lines below it. */
  remove(at: number): void {
    const { blocks } = this.sourceState();
    const block = blocks[at];
    if (!block) return;
    const { doc } = this.#view.state;
    const next = blocks[at + 1];
    const to = next ? this.#lineAt(next.from).from : doc.length;
    const { from } = this.#lineAt(block.from);
    this.#view.dispatch({ changes: { from, to }, selection: { anchor: from } });
    this.focus();
  }

  /** Folds or unfolds the explanation of a quiz. */
  toggleExplanation(lines: LineRange): void {
    const range = { from: this.#lineAt(lines.from).from, to: this.#lineAt(lines.to).to };
    this.#view.dispatch({ effects: (this.isFolded(lines) ? unfoldEffect : foldEffect).of(range) });
  }

  isFolded(lines: LineRange): boolean {
    const { state } = this.#view;
    const { from } = this.#lineAt(lines.from);
    let isFolded = false;
    foldedRanges(state).between(from, from, (at) => {
      isFolded ||= at === from;
    });
    return isFolded;
  }

  #lineAt(number: number) {
    const { doc } = this.#view.state;
    return doc.line(Math.min(Math.max(number, 1), doc.lines));
  }

  #textOf({ from, to }: LineRange): string {
    return this.#view.state.doc.sliceString(this.#lineAt(from).from, this.#lineAt(to).to);
  }
}

/** Returns the newlines that are missing for an empty line between two blocks. */
const emptyLines = (gap = ''): string => '\n'.repeat(Math.max(0, 2 - gap.split('\n').length + 1));

const foldLabel = (state: EditorState, { from, to }: { from: number; to: number }): string =>
  `explanation, ${plural(state.doc.lineAt(to).number - state.doc.lineAt(from).number + 1, 'line')}`;

function placeholderDOM(_: EditorView, onClick: (event: Event) => void, words: string): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'cm-foldPlaceholder';
  button.textContent = `› ${words}`;
  button.setAttribute('aria-label', `Show the ${words}`);
  button.onclick = onClick;
  return button;
}
