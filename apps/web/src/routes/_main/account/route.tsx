import { createFileRoute } from '@tanstack/react-router';
import { SettingsSkeleton } from '#features/account/settings/settings-skeleton.tsx';
import { requireUser } from '#lib/guards.ts';

/** The account's own pages: nothing of them is rendered on the server, and whoever is signed out is led away. */
export const Route = createFileRoute('/_main/account')({
  ssr: false,
  beforeLoad: requireUser,
  // In the server's HTML too; small, for it is part of the first load.
  pendingComponent: SettingsSkeleton,
});
