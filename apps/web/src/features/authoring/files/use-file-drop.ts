import { type DragEvent, useState } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** What an element needs to take in files that are dropped onto it. Dropped text goes its usual way. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Without this the browser opens the file in place of the page.
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      // An element inside of this one may have taken them already.
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      onFiles([...event.dataTransfer.files]);
    },
  };
}
