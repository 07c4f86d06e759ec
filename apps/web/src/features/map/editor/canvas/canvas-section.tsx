import { putItem } from '@hexpedition/hexkit/edits';
import type { Issue } from '@hexpedition/hexkit/issues';
import { plural } from '#lib/format.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import type { Atlas } from '../../atlas/atlas.ts';
import type { Journey } from '../../atlas/journey.ts';
import type { MapFrame } from '../../camera/map-frame.ts';
import { findCanvas } from '../canvas-focus.ts';
import css from '../editor.module.css';
import type { CarriedItem, UnplacedItem } from '../editor-tools.ts';
import { Tray } from '../panels/tray.tsx';
import { placeAll } from '../panels/unplaced-items.ts';
import { type PreviewViewer, viewerNames } from '../preview-journey.ts';
import { ToolOptionsBar } from '../toolbar.tsx';
import type { Editor } from '../use-editor.ts';
import { hexUnder } from './canvas-pointer.ts';
import { EditorCanvas } from './editor-canvas.tsx';

interface Props {
  editor: Editor;
  /** Undefined until the map is compiled. */
  atlas: Atlas | undefined;
  journey: Journey | undefined;
  frame: MapFrame;
  preview: PreviewViewer | null;
  problems: readonly Issue[];
  activeProblem: Issue | undefined;
  tray: readonly UnplacedItem[];
}

/** The canvas, with the options of the tool above and the tray of unplaced items below. */
export function CanvasSection({ editor, atlas, journey, frame, preview, problems, activeProblem, tray }: Props) {
  const drop = (item: CarriedItem, event: PointerEvent) => {
    const stage = findCanvas();
    const box = stage?.getBoundingClientRect();
    if (!stage || !box) return;
    const { clientX: x, clientY: y } = event;
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return;
    const hex = hexUnder(frame, stage, event);
    if (!hex) return;
    editor.change(`Place ${item.name}`, (map) => putItem(map, item, hex));
    editor.select({ kind: 'item', ref: item.ref });
    editor.carry(null);
  };

  const placeTray = () => {
    let unplaced: string[] = [];
    editor.change('Place all', (map) => {
      const placed = placeAll(map, tray);
      unplaced = placed.unplaced;
      return placed.map;
    });
    editor.announce(
      unplaced.length === 0
        ? 'Everything is on the map.'
        : `There is no room for ${plural(unplaced.length, 'item')}. Other continents are too close.`,
    );
  };

  return (
    <div className={css.centre}>
      {preview ? (
        <p className={css.line}>Preview as {viewerNames[preview]}. End the preview to edit the map.</p>
      ) : (
        <ToolOptionsBar editor={editor} />
      )}
      <VisuallyHidden as="p" id="canvas-keys">
        Arrow keys move the hex cursor. Space uses the tool. Enter picks up and puts down. Delete removes an item from
        the map. Escape cancels. V, B, E, P, T and F select tools. F6 moves to the next part of the editor, F8 to the
        next problem.
      </VisuallyHidden>
      {atlas && journey ? (
        <EditorCanvas
          editor={editor}
          atlas={atlas}
          journey={journey}
          frame={frame}
          isPreview={preview !== null}
          problems={problems}
          activeProblem={activeProblem}
        />
      ) : (
        <Skeleton shape="block" lines={8} />
      )}
      {!preview && (
        <Tray
          items={tray}
          problemNumbersOf={({ ref }) => problems.flatMap((problem, i) => (problem.ref === ref ? [i + 1] : []))}
          carried={editor.carried}
          onCarry={(item) => {
            editor.carry(item);
            // The arrow keys then move the item.
            if (item) findCanvas()?.focus();
          }}
          onDrop={drop}
          onPlaceAll={placeTray}
        />
      )}
    </div>
  );
}
