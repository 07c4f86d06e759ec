import { type EditorState, type Extension, RangeSetBuilder, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { type Block, blockAt, blocksOf } from './lesson-blocks.ts';
import type { WidgetSlots } from './widget-slots.ts';

class BlockHeaderWidget extends WidgetType {
  readonly at: number;
  readonly slots: WidgetSlots;

  constructor(at: number, slots: WidgetSlots) {
    super();
    this.at = at;
    this.slots = slots;
  }

  /** React renders the content, so a changed text does not need a new element. */
  override eq(other: BlockHeaderWidget): boolean {
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

  /** React handles the events of the buttons. */
  override ignoreEvent(): boolean {
    return true;
  }
}

interface BlockHeaderState {
  blocks: Block[];
  /** Index of the block with the caret; −1 above all blocks. */
  current: number;
  decorations: DecorationSet;
}

const lineOf = (state: EditorState) => state.doc.lineAt(state.selection.main.head).number;

/** Draws a frame around each block and a header above it. */
export function blockHeaders(slots: WidgetSlots): { field: StateField<BlockHeaderState>; extension: Extension } {
  const field = StateField.define<BlockHeaderState>({
    create: (state) => headerStateOf(state, blocksOf(state.doc.toString().split('\n'))),
    update: (headers, { state, docChanged, selection }) => {
      if (docChanged) return headerStateOf(state, blocksOf(state.doc.toString().split('\n')));
      if (!selection || blockAt(headers.blocks, lineOf(state)) === headers.current) return headers;
      return headerStateOf(state, headers.blocks);
    },
    provide: (own) => EditorView.decorations.from(own, ({ decorations }) => decorations),
  });

  function headerStateOf(state: EditorState, blocks: Block[]): BlockHeaderState {
    const current = blockAt(blocks, lineOf(state));
    const builder = new RangeSetBuilder<Decoration>();
    blocks.forEach((block, at) => {
      const first = state.doc.line(block.from);
      builder.add(
        first.from,
        first.from,
        Decoration.widget({ widget: new BlockHeaderWidget(at, slots), block: true, side: -1 }),
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
