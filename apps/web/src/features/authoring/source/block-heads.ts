import { type EditorState, type Extension, RangeSetBuilder, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { type Block, blockAt, blocksOf } from './blocks.ts';
import type { WidgetSlots } from './widget-slots.ts';

class HeadWidget extends WidgetType {
  readonly at: number;
  readonly slots: WidgetSlots;

  constructor(at: number, slots: WidgetSlots) {
    super();
    this.at = at;
    this.slots = slots;
  }

  /** What it says comes from React, so that another text needs no other element. */
  override eq(other: HeadWidget): boolean {
    return other.at === this.at;
  }

  override get estimatedHeight(): number {
    return 33;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('div');
    element.className = 'cm-blockHead';
    this.slots.put(this.at, element);
    return element;
  }

  override destroy(element: HTMLElement): void {
    this.slots.drop(this.at, element);
  }

  /** Its buttons are no business of the editor's. */
  override ignoreEvent(): boolean {
    return true;
  }
}

interface Heads {
  blocks: Block[];
  /** The place of the block with the caret; −1 above all blocks. */
  current: number;
  decorations: DecorationSet;
}

const lineOf = (state: EditorState) => state.doc.lineAt(state.selection.main.head).number;

/** Frames each block and puts its head above it. */
export function blockHeads(slots: WidgetSlots): { field: StateField<Heads>; extension: Extension } {
  const field = StateField.define<Heads>({
    create: (state) => headsOf(state, blocksOf(state.doc.toString().split('\n'))),
    update: (heads, { state, docChanged, selection }) => {
      if (docChanged) return headsOf(state, blocksOf(state.doc.toString().split('\n')));
      if (!selection || blockAt(heads.blocks, lineOf(state)) === heads.current) return heads;
      return headsOf(state, heads.blocks);
    },
    provide: (own) => EditorView.decorations.from(own, ({ decorations }) => decorations),
  });

  function headsOf(state: EditorState, blocks: Block[]): Heads {
    const current = blockAt(blocks, lineOf(state));
    const builder = new RangeSetBuilder<Decoration>();
    blocks.forEach((block, at) => {
      const first = state.doc.line(block.from);
      builder.add(
        first.from,
        first.from,
        Decoration.widget({ widget: new HeadWidget(at, slots), block: true, side: -1 }),
      );
      for (let line = block.from; line <= block.to; line++) {
        const { from } = state.doc.line(line);
        const kind = line === block.to ? 'cm-block cm-blockEnd' : 'cm-block';
        builder.add(from, from, Decoration.line({ class: at === current ? `${kind} cm-blockCurrent` : kind }));
      }
    });
    return { blocks, current, decorations: builder.finish() };
  }

  return { field, extension: field };
}
