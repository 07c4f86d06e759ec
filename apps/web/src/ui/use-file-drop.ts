import { type DragEvent, useState } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Returns the props of an element that accepts dropped files. Dropped text keeps the browser's default handling. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Without this, the browser opens the file instead of the page.
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      // A nested drop zone may already have handled the files.
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      onFiles([...event.dataTransfer.files]);
    },
  };
}
