import { notFound } from '@tanstack/react-router';
import { featuresQuery } from '#entities/site/use-features.ts';
import { requireUser } from '#lib/guards.ts';
import { readSession } from '#lib/session.ts';

/**
 * `beforeLoad` guard of the company's page; the route also sets `ssr: false`. Throws "not found" if there is no company
 * or if the account is not one of its employees. The server decides who they are.
 */
export async function requireCompany(arrival: Parameters<typeof requireUser>[0]): Promise<{ companyName: string }> {
  // Anonymous visitors are not redirected to log in, because most of them have no access anyway.
  const session = readSession() && (await requireUser(arrival)).session;
  const { company } = await arrival.context.queryClient.ensureQueryData(featuresQuery);
  if (!company || session?.user.account.company !== true) throw notFound({ data: { resource: 'page' } });
  return { companyName: company.name };
}
