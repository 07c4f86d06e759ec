import type { IconShape } from '#ui/icon.tsx';

const icon = (d: string): IconShape => ({ d });

export const more = icon([5, 12, 19].map((x) => `M${x} 11.1a.9.9 0 1 0 0 1.8.9.9 0 0 0 0-1.8Z`).join(' '));
export const undo = icon('M4 9.5h10a5.5 5.5 0 0 1 0 11H9 M8.5 5 4 9.5 8.5 14');
export const exitFullScreen = icon('M9 4v5H4 M20 9h-5V4 M15 20v-5h5 M4 15h5v5');
export const file = icon('M6 3.5h8.5l4 4v13H6Z M9.5 11.5h5.5 M9.5 15.5h5.5');
export const upload = icon('M12 16V4 M6.5 9 12 3.5 17.5 9 M4 20.5h16');
