import { createFileRoute } from '@tanstack/react-router';
import { SettingsSkeleton } from '#features/account/settings/settings-skeleton.tsx';
import { requireUser } from '#lib/guards.ts';

/** The account's own pages: nothing of them is rendered on the server, and a visitor who is signed out is sent away. */
export const Route = createFileRoute('/_main/account')({
  ssr: false,
  beforeLoad: requireUser,
  // This is in the server's HTML too, and small, because it is part of the first load.
  pendingComponent: SettingsSkeleton,
});
