import { notFound } from '@tanstack/react-router';
import { requireUser } from '#lib/guards.ts';
import { readSession } from '#lib/session.ts';
import { featuresQuery } from '#shell/features.ts';

/**
 * `beforeLoad: requireCompany` of the company's page; the route also says `ssr: false`. For whoever is not one of its
 * people, and where there is no company, the page could not be found. The server says who they are.
 */
export async function requireCompany(arrival: Parameters<typeof requireUser>[0]): Promise<{ companyName: string }> {
  // A visitor is not led to the log-in either: for most of them there is nothing behind it.
  const session = readSession() && (await requireUser(arrival)).session;
  const { company } = await arrival.context.queryClient.ensureQueryData(featuresQuery);
  if (!company || session?.user.account.company !== true) throw notFound({ data: { resource: 'page' } });
  return { companyName: company.name };
}
