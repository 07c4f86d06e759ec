import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import type { WidgetSlots } from './widget-slots.ts';

/** Where a file that is on its way will be shown. */
export interface Place {
  id: number;
  /** It moves with the text around it. What is typed there stands below. */
  at: number;
  /** Its author has done nothing in the source since: the caret goes on to what there is to write. */
  isWaitedFor: boolean;
}

export const holdPlace = StateEffect.define<Place>();
/** `end`: of what was put there; what waits for the same place comes below it. */
export const leavePlace = StateEffect.define<{ id: number; end?: number }>();

class PlaceWidget extends WidgetType {
  readonly id: number;
  readonly slots: WidgetSlots;

  constructor(id: number, slots: WidgetSlots) {
    super();
    this.id = id;
    this.slots = slots;
  }

  override eq(other: PlaceWidget): boolean {
    return other.id === this.id;
  }

  override get estimatedHeight(): number {
    return 48;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('div');
    element.className = 'cm-place';
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

/** Keeps the places of files that are on their way, and shows how far they are below the line of each. */
export function places(slots: WidgetSlots): { field: StateField<readonly Place[]>; extension: Extension } {
  const field = StateField.define<readonly Place[]>({
    create: () => [],
    update: (before, { changes, docChanged, selection, effects }) => {
      let now = before;
      const left = effects.find((effect) => effect.is(leavePlace))?.value;
      if (docChanged) now = now.map((place) => ({ ...place, at: changes.mapPos(place.at, -1) }));
      if (left) {
        const own = now.find(({ id }) => id === left.id)?.at ?? 0;
        const { end } = left;
        now = now.filter(({ id }) => id !== left.id);
        if (end !== undefined)
          now = now.map((place) =>
            place.id > left.id && place.at >= own && place.at < end ? { ...place, at: end } : place,
          );
      }
      if ((docChanged && !left) || (selection && !left))
        now = now.map((place) => (place.isWaitedFor ? { ...place, isWaitedFor: false } : place));
      for (const effect of effects) if (effect.is(holdPlace)) now = [...now, effect.value];
      return now;
    },
  });
  const shown = EditorView.decorations.compute([field, 'doc'], (state: EditorState) =>
    Decoration.set(
      state
        .field(field)
        .map(({ id, at }) =>
          Decoration.widget({ widget: new PlaceWidget(id, slots), block: true, side: 1 }).range(
            state.doc.lineAt(at).to,
          ),
        ),
      true,
    ),
  );
  return { field, extension: [field, shown] };
}
