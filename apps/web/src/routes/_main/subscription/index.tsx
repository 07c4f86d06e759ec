import { createFileRoute } from '@tanstack/react-router';
import { PlanPage } from '#features/subscription/plan/plan-page.tsx';
import { parsePlanSelection } from '#features/subscription/plan/plan-selection.ts';
import { requireUser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/subscription/')({
  ssr: false,
  validateSearch: parsePlanSelection,
  beforeLoad: requireUser,
  head: () => pageHead({ title: 'Subscription', noindex: true }),
  component: PlanPage,
});
