import { createFileRoute } from '@tanstack/react-router';
import { LetterPage } from '#features/admin/email/letters/letter-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

// Personal: nothing of it is rendered on the server.
export const Route = createFileRoute('/_main/admin/email/letters/$letter')({
  ssr: false,
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: function Letter() {
    const { letter } = Route.useParams();
    return <LetterPage key={letter} kind={letter} />;
  },
});
