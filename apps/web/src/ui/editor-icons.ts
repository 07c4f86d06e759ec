/** Icons of the editor, in their own file so that no other page loads them. */
export const editorIcons = {
  select: { d: 'M5 3.5 18.5 12l-6 1.6-3 6Z' },
  paint: {
    d: 'M20 4 11 13 M9.5 12.5c2 .3 2.9 1.6 2.6 3.2-.5 2.6-3.6 4.4-8.1 4.3 1.4-1 1.6-2 1.8-3.6.3-2.3 1.7-4.2 3.7-3.9Z',
  },
  erase: { d: 'M9 20h11 M13.5 4.5l6 6-8.5 9H8l-4-4Z M8.5 10l6 6' },
  path: {
    d: 'M5.5 16.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z M18.5 3.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z M7.5 18.5h7a3 3 0 0 0 0-6h-5a3 3 0 0 1 0-6h7',
  },
  terrain: { d: 'M2.5 19 9 6.5l4 7.5 2.5-4 6 9Z' },
  flood: { d: 'M12 3 19.8 7.5v9L12 21l-7.8-4.5v-9Z M6 12c2-1.6 4-1.6 6 0s4 1.6 6 0' },
  undo: { d: 'M8.5 5 4 9.5 8.5 14 M4 9.5h9.5a5.5 5.5 0 0 1 0 11H9' },
  redo: { d: 'M15.5 5 20 9.5 15.5 14 M20 9.5h-9.5a5.5 5.5 0 0 0 0 11H15' },
} as const;
