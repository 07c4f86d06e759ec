import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import type { WidgetSlots } from './widget-slots.ts';

/** Position in the text at which the block of a pending upload will be inserted. */
export interface UploadPlaceholder {
  id: number;
  /** Document position. It moves with the text; text typed at the position goes below it. */
  at: number;
  /** Whether the author has not typed or moved the caret since the drop. If so, the caret moves to the new block. */
  isCaretUnmoved: boolean;
}

export const addPlaceholder = StateEffect.define<UploadPlaceholder>();
/** `end`: end of the inserted block; other placeholders at the same position move below it. */
export const removePlaceholder = StateEffect.define<{ id: number; end?: number }>();

class PlaceholderWidget extends WidgetType {
  readonly id: number;
  readonly slots: WidgetSlots;

  constructor(id: number, slots: WidgetSlots) {
    super();
    this.id = id;
    this.slots = slots;
  }

  override eq(other: PlaceholderWidget): boolean {
    return other.id === this.id;
  }

  override get estimatedHeight(): number {
    return 48;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('div');
    element.className = 'cm-spot';
    this.slots.put(this.id, element);
    return element;
  }

  override destroy(element: HTMLElement): void {
    this.slots.drop(this.id, element);
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Tracks the placeholders of pending uploads, and shows a progress widget below the line of each. */
export function uploadPlaceholders(slots: WidgetSlots): {
  field: StateField<readonly UploadPlaceholder[]>;
  extension: Extension;
} {
  const field = StateField.define<readonly UploadPlaceholder[]>({
    create: () => [],
    update: (previous, { changes, docChanged, selection, effects }) => {
      let current = previous;
      const removed = effects.find((effect) => effect.is(removePlaceholder))?.value;
      if (docChanged)
        current = current.map((placeholder) => ({ ...placeholder, at: changes.mapPos(placeholder.at, -1) }));
      if (removed) {
        const position = current.find(({ id }) => id === removed.id)?.at ?? 0;
        const { end } = removed;
        current = current.filter(({ id }) => id !== removed.id);
        if (end !== undefined)
          current = current.map((placeholder) =>
            placeholder.id > removed.id && placeholder.at >= position && placeholder.at < end
              ? { ...placeholder, at: end }
              : placeholder,
          );
      }
      if ((docChanged && !removed) || (selection && !removed))
        current = current.map((placeholder) =>
          placeholder.isCaretUnmoved ? { ...placeholder, isCaretUnmoved: false } : placeholder,
        );
      for (const effect of effects) if (effect.is(addPlaceholder)) current = [...current, effect.value];
      return current;
    },
  });
  const decorations = EditorView.decorations.compute([field, 'doc'], (state: EditorState) =>
    Decoration.set(
      state
        .field(field)
        .map(({ id, at }) =>
          Decoration.widget({ widget: new PlaceholderWidget(id, slots), block: true, side: 1 }).range(
            state.doc.lineAt(at).to,
          ),
        ),
      true,
    ),
  );
  return { field, extension: [field, decorations] };
}
