import { createFileRoute } from '@tanstack/react-router';

/** Applies to all admin pages: superusers are not counted as visitors. */
export const Route = createFileRoute('/_main/admin')({ staticData: { analytics: 'ignore' } });
