import { createFileRoute } from '@tanstack/react-router';
import { TestOutPage } from '#features/learn/test-out/test-out-page.tsx';
import { requireUser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/courses/$training_/test-out')({
  ssr: false,
  beforeLoad: requireUser,
  head: () => pageHead({ title: 'Test', noindex: true }),
  component: function TestOut() {
    return <TestOutPage training={Route.useParams().training} />;
  },
});
