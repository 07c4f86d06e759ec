import { createFileRoute } from '@tanstack/react-router';
import { CompanyPage } from '#features/company/company-page.tsx';
import { requireCompany } from '#features/company/require-company.ts';
import type { PageHead } from '#lib/head.ts';
import { loaderHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/google-cam')({
  ssr: false,
  beforeLoad: requireCompany,
  // The server does not know the user, so its title is the one that most visitors get: "Not Found".
  loader: ({ context }): PageHead => ({ title: context.companyName, noindex: true }),
  head: loaderHead,
  component: CompanyPage,
});
