import { encode } from '#platform/http/encoding';
import type { CachedPage } from './page-cache.ts';
import type { RenderedPage } from './page-renderer.ts';
import { contentSecurityPolicy, type Sources, type ThirdPartyAccess } from './security-headers.ts';

/** Compresses a page and computes everything about it that is the same for all visitors. */
export async function toBytes(
  { status, html, redirect, tags, complete }: RenderedPage,
  now: number,
  thirdParty?: ThirdPartyAccess,
  siteSources?: Sources,
): Promise<CachedPage> {
  return {
    status,
    ...(await encode(html)),
    csp: contentSecurityPolicy(html, thirdParty, siteSources),
    ...(thirdParty ? { thirdParty } : {}),
    ...(redirect ? { location: redirect } : {}),
    tags,
    complete,
    createdAt: now,
  };
}
