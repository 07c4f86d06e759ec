import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '#features/account/settings/profile/profile-page.tsx';

export const Route = createFileRoute('/_main/account/profile')({
  staticData: { title: 'Public Profile Settings' },
  component: ProfilePage,
});
