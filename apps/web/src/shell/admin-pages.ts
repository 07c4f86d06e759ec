import type { LinkProps } from '@tanstack/react-router';

export interface AdminPage extends Pick<LinkProps, 'to' | 'params'> {
  label: string;
  /** What is done there, for the overview. */
  about: string;
}

/** The pages of the admin area, in the order of the side menu, the palette and the overview. */
export const adminPages: readonly AdminPage[] = [
  {
    to: '/admin/map/$hexmap',
    params: { hexmap: 'hexmap' },
    label: 'Hex Map',
    about: 'Draw the map of courses and publish it.',
  },
  {
    to: '/admin/map/$hexmap',
    params: { hexmap: 'hexmapYT' },
    label: 'YouTube Map',
    about: 'Draw the map of videos and publish it.',
  },
  { to: '/admin/training', label: 'Trainings', about: 'Write lessons, order them, publish them.' },
  {
    to: '/admin/import',
    label: 'Import and export',
    about: 'Bring courses in from a zip, and take all of them along.',
  },
  {
    to: '/admin/email',
    label: 'Email Functionality',
    about: 'Write to everybody, read our letters, see what came back.',
  },
  { to: '/admin/metrics', label: 'Statistics', about: 'Who comes, how far they get, what is earned.' },
  { to: '/admin/people', label: 'People', about: 'Find an account, help it, see what it sees.' },
  { to: '/admin/vouchers', label: 'Vouchers', about: 'Make codes and see what became of them.' },
  { to: '/admin/payments', label: 'Payments', about: 'What Paddle told, and whether it has arrived.' },
  { to: '/admin/feedback', label: 'Feedback', about: 'What learners say of lessons.' },
  { to: '/admin/notes', label: 'Published notes', about: 'Read what learners publish, and take notes down.' },
  { to: '/admin/foreign-flags', label: 'Foreign flags', about: 'Flags that were handed in by somebody else.' },
  {
    to: '/admin/map/$hexmap',
    params: { hexmap: 'features' },
    label: 'Settings',
    about: 'The message to everybody, what is switched on, and versions.',
  },
  { to: '/admin/privacy', label: 'Consent', about: 'What visitors are asked, what they say, and the proof of it.' },
  { to: '/admin/audit', label: 'Audit log', about: 'Who did what, with what was before and after.' },
];
