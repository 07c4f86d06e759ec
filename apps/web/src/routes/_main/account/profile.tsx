import { createFileRoute } from '@tanstack/react-router';
import { ProfileSettingsPage } from '#features/account/settings/profile/profile-settings-page.tsx';

export const Route = createFileRoute('/_main/account/profile')({
  staticData: { title: 'Public Profile Settings' },
  component: ProfileSettingsPage,
});
