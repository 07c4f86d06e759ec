import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '#features/admin/settings/settings-page.tsx';
import { superuserRoute } from '#lib/guards.ts';

export const Route = createFileRoute('/_main/admin/map/features')({ ...superuserRoute, component: SettingsPage });
