import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import type { WidgetSlots } from './widget-slots.ts';

/** Where a file that is on its way will be shown. */
export interface Spot {
  id: number;
  /** It moves with the text around it. What is typed there stands below. */
  at: number;
  /** Its author has done nothing in the source since: the caret goes on to what there is to write. */
  isWaitedFor: boolean;
}

export const holdSpot = StateEffect.define<Spot>();
/** `end`: of what was put there; what waits for the same spot comes below it. */
export const leaveSpot = StateEffect.define<{ id: number; end?: number }>();

class SpotWidget extends WidgetType {
  readonly id: number;
  readonly slots: WidgetSlots;

  constructor(id: number, slots: WidgetSlots) {
    super();
    this.id = id;
    this.slots = slots;
  }

  override eq(other: SpotWidget): boolean {
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

/** Keeps the spots of files that are on their way, and shows how far they are below the line of each. */
export function spots(slots: WidgetSlots): { field: StateField<readonly Spot[]>; extension: Extension } {
  const field = StateField.define<readonly Spot[]>({
    create: () => [],
    update: (before, { changes, docChanged, selection, effects }) => {
      let now = before;
      const left = effects.find((effect) => effect.is(leaveSpot))?.value;
      if (docChanged) now = now.map((spot) => ({ ...spot, at: changes.mapPos(spot.at, -1) }));
      if (left) {
        const own = now.find(({ id }) => id === left.id)?.at ?? 0;
        const { end } = left;
        now = now.filter(({ id }) => id !== left.id);
        if (end !== undefined)
          now = now.map((spot) => (spot.id > left.id && spot.at >= own && spot.at < end ? { ...spot, at: end } : spot));
      }
      if ((docChanged && !left) || (selection && !left))
        now = now.map((spot) => (spot.isWaitedFor ? { ...spot, isWaitedFor: false } : spot));
      for (const effect of effects) if (effect.is(holdSpot)) now = [...now, effect.value];
      return now;
    },
  });
  const shown = EditorView.decorations.compute([field, 'doc'], (state: EditorState) =>
    Decoration.set(
      state
        .field(field)
        .map(({ id, at }) =>
          Decoration.widget({ widget: new SpotWidget(id, slots), block: true, side: 1 }).range(state.doc.lineAt(at).to),
        ),
      true,
    ),
  );
  return { field, extension: [field, shown] };
}
