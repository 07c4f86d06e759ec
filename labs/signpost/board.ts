import { randomBytes } from 'node:crypto';

/** A notice of a visitor. */
export interface Notice {
  id: string;
  title: string;
  text: string;
  /** New address of the notice; empty if it has not moved. */
  moved: string;
}

/** Maximum notices; the oldest is removed first. */
const MAX_NOTICES = 40;

export const notices: Notice[] = [
  {
    id: 'heron',
    title: 'The heron of dock 2',
    text: 'Eleven photographs, the same heron. It does not move. Prints at cost. No. 7 is the best.',
    moved: '',
  },
  { id: 'tuba', title: 'Tuba', text: 'Free. Please collect it. Shed 4, after dark.', moved: '' },
];

export function pin(title: string, text: string, moved: string): Notice {
  const notice = { id: randomBytes(4).toString('hex'), title, text, moved };
  notices.push(notice);
  if (notices.length > MAX_NOTICES) notices.shift();
  return notice;
}

export const addressOf = (notice: Notice): string => `http://board.ostrel.example/notices/${notice.id}`;
