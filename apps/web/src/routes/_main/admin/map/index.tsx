import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_main/admin/map/')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/map/$hexmap', params: { hexmap: 'hexmap' }, replace: true });
  },
});
