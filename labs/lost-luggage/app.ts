import { randomBytes } from 'node:crypto';
import { readFlag, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { claims, FLAGGED } from './claims.ts';
import { claimPage, homePage, missingPage } from './pages.ts';

/** Session → number of the passenger's claim. Everybody who comes in is Ines. */
const sessions = new Map<string, number>();
const OWN_CLAIM = 1041;

serve((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://desk');
  if (pathname === '/style.css') return sendPublic(response, 'style.css');

  const session = /(?:^|;\s*)desk=([0-9a-f]{32})/.exec(request.headers.cookie ?? '')?.[1];
  const own = claims.find((claim) => claim.id === sessions.get(session ?? ''));

  if (pathname === '/') {
    if (own) return sendHtml(response, 200, homePage(own));
    const fresh = randomBytes(16).toString('hex');
    sessions.set(fresh, OWN_CLAIM);
    response.setHeader('set-cookie', `desk=${fresh}; Path=/; HttpOnly; SameSite=Lax`);
    const ines = claims.find((claim) => claim.id === OWN_CLAIM);
    return ines && sendHtml(response, 200, homePage(ines));
  }
  if (!own) return response.writeHead(303, { location: '/' }).end();

  // The hole: we know who asks (`own`), and look up the claim without asking whether it is theirs
  const id = /^\/claims\/(\d+)$/.exec(pathname)?.[1];
  const claim = claims.find((one) => String(one.id) === id);
  if (!claim) return sendHtml(response, 404, missingPage(pathname));
  sendHtml(response, 200, claimPage(claim, claim.id === FLAGGED ? readFlag('claim') : undefined));
});
