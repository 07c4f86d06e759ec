import './styles/index.ts';
import { routes } from 'virtual:route-assets';
import { createMemoryHistory } from '@tanstack/react-router';
import {
  attachRouterServerSsrUtils,
  getSsrStatus,
  RouterServer,
  renderRouterToString,
} from '@tanstack/react-router/ssr/server';
import { createApi, type Transport } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { makeRouter } from '#lib/router.ts';

export interface RenderRequest {
  /** Path and query of the page. */
  url: string;
  /** Scheme and host that visitors see, for canonical links, e.g. `https://learn.example.org`. */
  origin: string;
  /** Path of the canonical link, if it is not the path of the page. */
  canonicalPath?: string | undefined;
  /** Makes one API call without credentials. */
  transport: Transport;
  /** Additional style sheets; development only. */
  extraCss?: readonly string[];
}

export interface RenderedPage {
  status: number;
  html: string;
  /** Set instead of `html` for a redirect. */
  redirect?: string;
}

/**
 * Renders a page for an anonymous visitor. Errors that a page can show do not reject; they become 404 and 500 pages.
 */
export async function render({
  url,
  origin,
  canonicalPath,
  transport,
  extraCss = [],
}: RenderRequest): Promise<RenderedPage> {
  const api = createApi((request) => {
    if (request.url.startsWith('/api/progress')) throw new ApiError(0, { code: 'cancelled', msg: 'Token missing' });
    return transport(request);
  });
  const router = makeRouter({ api, publicOrigin: origin, canonicalPath });
  const root = routes.__root__ ?? {};
  attachRouterServerSsrUtils({
    router,
    manifest: { routes: { ...routes, __root__: { ...root, css: [...extraCss, ...(root.css ?? [])] } } },
  });
  try {
    router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [url] }), origin });
    await router.load();
    const redirect = redirectOf(router);
    if (redirect) return { ...redirect, html: '' };
    const status = getSsrStatus(router);
    // The output must not depend on the time; see lib/page-state.ts.
    for (const match of router.stores.matches.get()) match.updatedAt = 1;
    await router.serverSsr?.dehydrate();
    const response = await renderRouterToString({
      router,
      responseHeaders: new Headers(),
      children: <RouterServer router={router} />,
    });
    return { status: response.status === 500 ? 500 : status, html: await response.text() };
  } finally {
    router.serverSsr?.cleanup();
  }
}

function redirectOf(router: ReturnType<typeof makeRouter>): { status: number; redirect: string } | undefined {
  const result = router._serverResult;
  if (result?.type !== 'redirect') return undefined;
  const { status, headers } = result.redirect;
  return { status, redirect: headers.get('location') ?? '/' };
}
