import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '#features/account/settings/profile/profile-page.tsx';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/account/profile')({
  head: () => pageHead({ title: 'Public Profile Settings', noindex: true }),
  component: ProfilePage,
});
