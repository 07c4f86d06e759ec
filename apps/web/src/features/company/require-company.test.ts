import type { Company } from '@hexpedition/contract';
import { isNotFound } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { featuresQuery } from '#entities/site/use-features.ts';
import { makeQueryClient } from '#lib/query.ts';
import { storeSession } from '#lib/session.ts';
import { buildFeatures, buildSignedIn, buildUser } from '#lib/testing/builders.ts';
import { fakeApi } from '#lib/testing/fake-api.ts';
import { requireCompany } from './require-company.ts';

const company = { name: 'Harbour Works' } as Company;

/** Returns what the guard passes on; "not found" if it throws that. */
async function opens(user = buildUser(), features = buildFeatures({ company })): Promise<unknown> {
  const queryClient = makeQueryClient(fakeApi({ 'GET /api/account/details': { user } }).api);
  queryClient.setQueryData(featuresQuery.queryKey, features);
  const location = { href: '/google-cam', pathname: '/google-cam' };
  return requireCompany({ context: { queryClient }, search: {}, location }).catch((thrown: unknown) => {
    if (!isNotFound(thrown)) throw thrown;
    return 'not found';
  });
}

test('opens for the members of the company only, according to the server', async () => {
  expect(await opens()).toBe('not found');
  const member = buildUser({ account: { company: true } });
  storeSession(buildSignedIn(member));
  expect(await opens(buildUser())).toBe('not found');
  storeSession(buildSignedIn());
  expect(await opens(member)).toEqual({ companyName: 'Harbour Works' });
  expect(await opens(member, buildFeatures())).toBe('not found');
});
