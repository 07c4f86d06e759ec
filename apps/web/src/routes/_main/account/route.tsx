import { createFileRoute } from '@tanstack/react-router';
import { SettingsSkeleton } from '#features/account/settings/settings-skeleton.tsx';
import { requireUser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

/** Layout of the account pages: not rendered on the server, and visitors are redirected. */
export const Route = createFileRoute('/_main/account')({
  ssr: false,
  beforeLoad: requireUser,
  // The server stops at this route, so the title comes from the static data of its child.
  head: ({ matches }) => pageHead({ title: matches.at(-1)?.staticData.title ?? 'Account', noindex: true }),
  // Also part of the server's HTML and of the first load, so it must be small.
  pendingComponent: SettingsSkeleton,
});
