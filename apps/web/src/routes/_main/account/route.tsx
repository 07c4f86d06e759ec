import { createFileRoute } from '@tanstack/react-router';
import { SettingsSkeleton } from '#features/account/settings/settings-skeleton.tsx';
import { requireUser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

/** The account's own pages: nothing of them is rendered on the server, and a visitor who is signed out is sent away. */
export const Route = createFileRoute('/_main/account')({
  ssr: false,
  beforeLoad: requireUser,
  // The server goes no further than this route, so it names the page below it.
  head: ({ matches }) => pageHead({ title: matches.at(-1)?.staticData.title ?? 'Account', noindex: true }),
  // This is in the server's HTML too, and small, because it is part of the first load.
  pendingComponent: SettingsSkeleton,
});
