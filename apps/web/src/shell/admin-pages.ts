import type { LinkProps } from '@tanstack/react-router';

export interface AdminPage extends Pick<LinkProps, 'to' | 'params'> {
  label: string;
  /** Short description for the overview. */
  about: string;
}

/** Pages of the admin area, in the order of side menu, palette and overview. */
export const adminPages: readonly AdminPage[] = [
  {
    to: '/admin/map/$hexmap',
    params: { hexmap: 'hexmap' },
    label: 'Hex Map',
    about: 'Edit and publish the map of courses.',
  },
  {
    to: '/admin/map/$hexmap',
    params: { hexmap: 'hexmapYT' },
    label: 'YouTube Map',
    about: 'Edit and publish the map of videos.',
  },
  { to: '/admin/training', label: 'Trainings', about: 'Write, order and publish courses and lessons.' },
  {
    to: '/admin/import',
    label: 'Import and export',
    about: 'Import courses from a zip, and export all courses.',
  },
  {
    to: '/admin/email',
    label: 'Email Functionality',
    about: 'Announcements, mail templates, outbox and bounces.',
  },
  { to: '/admin/metrics', label: 'Statistics', about: 'Users, progress and revenue.' },
  { to: '/admin/users', label: 'Users', about: 'Find, support and view as a user.' },
  { to: '/admin/vouchers', label: 'Vouchers', about: 'Create voucher codes and see their use.' },
  { to: '/admin/payments', label: 'Payments', about: 'Paddle events, sync and entitlements.' },
  { to: '/admin/feedback', label: 'Feedback', about: 'Learners’ ratings and comments on lessons.' },
  { to: '/admin/notes', label: 'Published notes', about: 'Review and remove notes that learners publish.' },
  {
    to: '/admin/shared-flags',
    label: 'Shared flags',
    about: 'Flags submitted by an account that they were not issued to.',
  },
  {
    to: '/admin/map/features',
    label: 'Settings',
    about: 'Name, sign-up, open courses, switches and versions.',
  },
  { to: '/admin/privacy', label: 'Consent', about: 'Consent configuration, statistics and receipts.' },
  { to: '/admin/status', label: 'Status', about: 'Servers, jobs, caches, database, disk and backups.' },
  { to: '/admin/audit', label: 'Audit log', about: 'Changes by admins, with the values before and after.' },
];
