import { driftIn } from './flotsam.ts';
import { type Ask, page, type Reply } from './http.ts';
import { clockPage, flotsamPage, homePage, missingPage } from './pages.ts';
import { quayA } from './quay-a.ts';
import { quayB } from './quay-b.ts';

/** Answers a request to any of the quays. */
export function answer(ask: Ask): Reply {
  const { method, path } = ask;
  if (method === 'GET') {
    if (path === '/') return page(200, homePage());
    if (path === '/tide-clock') return page(200, clockPage(false));
    if (path === '/tide-clock/back') return page(200, clockPage(true));
    if (path.startsWith('/flotsam/')) driftIn(path, ask.query);
    if (path === '/flotsam' || path.startsWith('/flotsam/')) return page(200, flotsamPage());
  }
  return quayA(ask) ?? quayB(ask) ?? page(404, missingPage());
}
