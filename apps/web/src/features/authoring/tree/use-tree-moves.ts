import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type ChapterNode, moveChapter, moveLesson, placeChapter, placeLesson } from './tree-moves.ts';
import type { Tree } from './use-lesson-tree.ts';

interface DraggedNode {
  kind: 'chapter' | 'lesson';
  id: string;
}

export type TreeMoves = ReturnType<typeof useTreeMoves>;

/** Moves chapters and lessons with keys, with the menu, and by dragging. Restores the focus after a move. */
export function useTreeMoves(tree: Tree, chapters: readonly ChapterNode[]) {
  const [dragged, setDragged] = useState<DraggedNode>();
  const [over, setOver] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  /** Id of the node that a key moved. It keeps the focus in its new place. */
  const moved = useRef<string>(undefined);

  // Restores the focus, which the browser drops when React moves the element.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new order is a move
  useEffect(() => {
    if (moved.current) list.current?.querySelector<HTMLElement>(`[data-node="${moved.current}"] [data-name]`)?.focus();
    moved.current = undefined;
  }, [chapters]);

  const change = (update: Parameters<Tree['change']>[0], message: string) => {
    setAnnouncement('');
    // A rejected change shows its reason above the tree.
    void tree.change(update).then(
      () => setAnnouncement(message),
      () => undefined,
    );
  };
  const step = (kind: DraggedNode['kind'], { id, name }: { id: string; name: string }, by: -1 | 1) => {
    moved.current = id;
    change(
      (now) => (kind === 'lesson' ? moveLesson(now, id, by) : moveChapter(now, id, by)),
      `Moved ${name} ${by === 1 ? 'down' : 'up'}.`,
    );
  };
  const onKey = (kind: DraggedNode['kind'], node: { id: string; name: string }) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    // Without this, the chapter of the lesson would move as well.
    event.stopPropagation();
    step(kind, node, event.key === 'ArrowUp' ? -1 : 1);
  };
  /** Props of a drop target. */
  const dropTarget = (id: string, drop: (dragged: DraggedNode) => void) => ({
    'data-over': over === id || undefined,
    onDragOver: (event: DragEvent) => {
      if (!dragged || dragged.id === id) return;
      event.preventDefault();
      event.stopPropagation();
      setOver(id);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      event.stopPropagation();
      if (dragged && dragged.id !== id) drop(dragged);
      setDragged(undefined);
      setOver(undefined);
    },
  });
  const drag = (kind: DraggedNode['kind'], id: string) => ({
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      setDragged({ kind, id });
    },
    onDragEnd: () => {
      setDragged(undefined);
      setOver(undefined);
    },
  });
  const place = (chapter: ChapterNode, at: number) => (moving: DraggedNode) =>
    change(
      (now) =>
        moving.kind === 'lesson'
          ? placeLesson(now, moving.id, chapter.id, at)
          : placeChapter(
              now,
              moving.id,
              now.findIndex(({ id }) => id === chapter.id),
            ),
      'Moved.',
    );

  return { list, announcement, change, step, onKey, dropTarget, drag, place };
}
