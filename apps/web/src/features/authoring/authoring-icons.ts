/** Icons that only the lesson editor uses. They live here so that no other page loads them. */
export const authoringIcons = {
  bold: { d: 'M7.5 4.5h5.5a3.7 3.7 0 0 1 0 7.4H7.5Z M7.5 11.9h6.5a3.8 3.8 0 0 1 0 7.6H7.5Z' },
  italic: { d: 'M10.5 4.5h7 M6.5 19.5h7 M14 4.5l-4 15' },
  upload: { d: 'M12 15.5v-11 M7.5 9 12 4.5 16.5 9 M4.5 15v4.5h15V15' },
  grip: { d: 'M9 5.5h.01 M9 12h.01 M9 18.5h.01 M15 5.5h.01 M15 12h.01 M15 18.5h.01' },
} as const;
