/** Icons that only the player uses. They live here so that no other page loads them. */
export const playerIcons = {
  pause: { d: 'M7.5 5v14 M16.5 5v14' },
  volume: { d: 'M4 9.5v5h3.5L12 19V5L7.5 9.5Z M15.5 9a4.5 4.5 0 0 1 0 6 M18 6.5a8 8 0 0 1 0 11' },
  mute: { d: 'M4 9.5v5h3.5L12 19V5L7.5 9.5Z M16 9.5l5 5 M21 9.5l-5 5' },
  captions: { d: 'M3 5.5h18v13H3Z M10.5 10.5a2.2 2.2 0 1 0 0 3 M17.5 10.5a2.2 2.2 0 1 0 0 3' },
  expand: { d: 'M4 9V4h5 M20 9V4h-5 M4 15v5h5 M20 15v5h-5' },
  bookmark: { d: 'M6.5 3.5h11v17L12 16l-5.5 4.5Z' },
} as const;
