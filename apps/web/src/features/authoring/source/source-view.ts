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
import { adoptStyles } from './adopt-styles.public.ts';
import { blockHeads } from './block-heads.ts';
import { type Block, type BlockKind, endAround, type Lines } from './blocks.ts';
import { changedMarks, setChanged } from './changed-marks.ts';
import { filesOfDrop, filesOfPaste } from './given-files.ts';
import { language } from './language.ts';
import { plainTyping } from './plain-typing.public.ts';
import { holdSpot, leaveSpot, spots } from './spots.ts';
import { type Template, templateOf, withOwnId } from './templates.ts';
import { theme } from './theme.public.ts';
import { WidgetSlots } from './widget-slots.ts';

adoptStyles();

/** What the rest of the page shows of the source. */
export interface SourceFacts {
  blocks: readonly Block[];
  /** The place of the block with the caret; −1 above all blocks. */
  current: number;
  /** Of the caret, 1-based. */
  line: number;
  canUndo: boolean;
  canRedo: boolean;
}

interface Options {
  parent: HTMLElement;
  body: string;
  onChange: (body: string) => void;
  onFacts: (facts: SourceFacts) => void;
  /** Files were dropped or pasted at a place in the text. */
  onFiles: (files: File[], at: number, isPasted: boolean) => void;
}

/** What a block shows, and the captions of a film. */
type Shown = [source?: string, captions?: readonly string[]];

/** The source of a lesson under the author's hands: CodeMirror, with what the page asks of it. */
export class SourceView {
  readonly slots = new WidgetSlots();
  /** Of the files that are on their way. */
  readonly spotSlots = new WidgetSlots();
  readonly #heads = blockHeads(this.slots);
  readonly #spots = spots(this.spotSlots);
  readonly #view: EditorView;
  /** The text that the page knows: what comes back from it unchanged is not a change. */
  #known: string;

  constructor({ parent, body, onChange, onFacts, onFiles }: Options) {
    this.#known = body;
    const heard = EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      if (docChanged) {
        this.#known = state.doc.toString();
        onChange(this.#known);
      }
      if (docChanged || selectionSet) onFacts(this.facts());
    });
    const given = EditorView.domEventHandlers({
      drop: (event, view) => {
        const files = filesOfDrop(event.dataTransfer);
        if (files.length === 0) return false;
        event.preventDefault();
        view.focus();
        onFiles(files, view.posAtCoords({ x: event.clientX, y: event.clientY }, false), false);
        return true;
      },
      paste: (event, view) => {
        const files = filesOfPaste(event.clipboardData);
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
        given,
        plainTyping,
        lineNumbers(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          'aria-label': 'Source of the lesson',
          // The parts of the page that F6 goes round.
          'data-part': '',
          tabindex: '0',
          spellcheck: 'true',
          autocapitalize: 'off',
        }),
        language,
        this.#heads.extension,
        this.#spots.extension,
        changedMarks,
        codeFolding({ preparePlaceholder: explanationWords, placeholderDOM }),
        search({ top: true }),
        keymap.of([...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, ...defaultKeymap]),
        theme,
        heard,
      ],
    });
    this.#view = new EditorView({ parent, state });
    onFacts(this.facts());
  }

  destroy(): void {
    this.#view.destroy();
  }

  facts(): SourceFacts {
    const { state } = this.#view;
    const { blocks, current } = state.field(this.#heads.field);
    return {
      blocks,
      current,
      line: state.doc.lineAt(state.selection.main.head).number,
      canUndo: undoDepth(state) > 0,
      canRedo: redoDepth(state) > 0,
    };
  }

  /** Takes another text in: a revision, or what a merge has made. It can be undone as any change. */
  show(body: string): void {
    if (body === this.#known) return;
    const before = this.#known;
    const most = Math.min(before.length, body.length);
    let from = 0;
    while (from < most && before[from] === body[from]) from++;
    let end = 0;
    while (end < most - from && before.at(-1 - end) === body.at(-1 - end)) end++;
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

  /** Underlines what the preview has found. */
  diagnose(faults: readonly ContentDiagnostic[]): void {
    const found = faults.flatMap(({ line, severity, message }): Diagnostic[] => {
      if (line < 1 || line > this.#view.state.doc.lines) return [];
      const { from, to, text } = this.#lineAt(line);
      return [{ from: from + (text.length - text.trimStart().length), to, severity, message }];
    });
    this.#view.dispatch(setDiagnostics(this.#view.state, found));
  }

  markChanged(lines: readonly number[]): void {
    this.#view.dispatch({ effects: setChanged.of(lines) });
  }

  /** Puts a sign at both ends of what is selected, or takes it away there. */
  wrap(sign: string): void {
    const { state } = this.#view;
    this.#view.dispatch(
      state.changeByRange(({ from, to }) => {
        const length = sign.length;
        const isWrapped =
          state.sliceDoc(from - length, from) === sign && state.sliceDoc(to, to + length) === sign && from >= length;
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
                { from, insert: sign },
                { from: to, insert: sign },
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
        const words = state.sliceDoc(from, to) || 'words';
        const at = from + words.length + 3;
        return {
          changes: { from, to, insert: `[${words}](https://)` },
          range: EditorSelection.range(at, at + 'https://'.length),
        };
      }),
    );
    this.focus();
  }

  /** Makes each line of what is selected an item of a list. */
  list(): void {
    const { state } = this.#view;
    const { from, to } = state.selection.main;
    const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number];
    const lines = Array.from({ length: last - first + 1 }, (_, i) => state.doc.line(first + i));
    this.#view.dispatch({ changes: lines.map((line) => ({ from: line.from, insert: '- ' })) });
    this.focus();
  }

  /** Puts a new block below the one at a place, or at the end. */
  insert(kind: BlockKind, below: number, ...shown: Shown): void {
    const { doc } = this.#view.state;
    const block = this.facts().blocks[below];
    const at = block ? this.#lineAt(block.to).to : doc.length;
    const { changes, selection } = this.#blockAt(at, templateOf(kind, doc.toString(), ...shown));
    this.#view.dispatch({ changes, selection, scrollIntoView: true });
    this.focus();
  }

  /** Keeps the place for a file that is on its way. */
  hold(id: number, at: number): void {
    const effects = holdSpot.of({ id, at: Math.min(at, this.#view.state.doc.length), isWaitedFor: true });
    this.#view.dispatch({ effects });
  }

  /** Nothing comes to this place. */
  leave(id: number): void {
    this.#view.dispatch({ effects: leaveSpot.of({ id }) });
  }

  /** A file has arrived: its block stands where it was dropped. The caret stays with an author who went on writing. */
  fill(id: number, kind: BlockKind, ...shown: Shown): void {
    const { state } = this.#view;
    const spot = state.field(this.#spots.field).find((one) => one.id === id);
    if (!spot) return;
    const text = state.doc.toString();
    const line = endAround(text.split('\n'), this.facts().blocks, state.doc.lineAt(spot.at).number);
    const { changes, selection, end } = this.#blockAt(this.#lineAt(line).to, templateOf(kind, text, ...shown));
    this.#view.dispatch({
      changes,
      effects: leaveSpot.of({ id, end }),
      ...(spot.isWaitedFor && this.#view.hasFocus ? { selection, scrollIntoView: true } : {}),
    });
  }

  /** Something between the lines has another height now. */
  measure(): void {
    this.#view.requestMeasure();
  }

  /** A new block at the end of a line, with empty lines around it. */
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

  /** Changes places with the block above or below. */
  moveBlock(at: number, step: -1 | 1): void {
    const { blocks } = this.facts();
    const [upper, lower] = step === 1 ? [blocks[at], blocks[at + 1]] : [blocks[at - 1], blocks[at]];
    if (!upper || !lower) return;
    const { doc } = this.#view.state;
    const [from, to] = [this.#lineAt(upper.from).from, this.#lineAt(lower.to).to];
    const [one, gap, two] = [
      this.#textOf(upper),
      doc.sliceString(this.#lineAt(upper.to).to, this.#lineAt(lower.from).from),
      this.#textOf(lower),
    ];
    // Texts that meet would become one block: an empty line keeps them apart from what is around.
    const insert = `${two}${gap.length > 1 ? gap : '\n\n'}${one}`;
    const start = step === 1 ? from + insert.length - one.length : from;
    this.#view.dispatch({ changes: { from, to, insert }, selection: { anchor: start }, scrollIntoView: true });
  }

  duplicate(at: number): void {
    const block = this.facts().blocks[at];
    if (!block) return;
    const end = this.#lineAt(block.to).to;
    const copy = withOwnId(this.#textOf(block), this.#view.state.doc.toString());
    this.#view.dispatch({
      changes: { from: end, insert: `\n\n${copy}` },
      selection: { anchor: end + 2 },
      scrollIntoView: true,
    });
    this.focus();
  }

  /** Takes a block out, together with the empty lines below it. */
  remove(at: number): void {
    const { blocks } = this.facts();
    const block = blocks[at];
    if (!block) return;
    const { doc } = this.#view.state;
    const next = blocks[at + 1];
    const to = next ? this.#lineAt(next.from).from : doc.length;
    const { from } = this.#lineAt(block.from);
    this.#view.dispatch({ changes: { from, to }, selection: { anchor: from } });
    this.focus();
  }

  /** Folds the explanation of a quiz, or unfolds it. */
  toggleExplanation(lines: Lines): void {
    const range = { from: this.#lineAt(lines.from).from, to: this.#lineAt(lines.to).to };
    this.#view.dispatch({ effects: (this.isFolded(lines) ? unfoldEffect : foldEffect).of(range) });
  }

  isFolded(lines: Lines): boolean {
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

  #textOf({ from, to }: Lines): string {
    return this.#view.state.doc.sliceString(this.#lineAt(from).from, this.#lineAt(to).to);
  }
}

/** What is missing of the empty line between two blocks. */
const emptyLines = (gap = ''): string => '\n'.repeat(Math.max(0, 2 - gap.split('\n').length + 1));

const explanationWords = (state: EditorState, { from, to }: { from: number; to: number }): string =>
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
