import { createFileRoute } from '@tanstack/react-router';

/** What holds for every page of the admin area: superusers at work are no visitors to count. */
export const Route = createFileRoute('/_main/admin')({ staticData: { analytics: 'ignore' } });
