import { randomBytes } from 'node:crypto';
import { readFlag, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { claims, FLAGGED } from './claims.ts';
import { claimPage, homePage, missingPage } from './pages.ts';

/** Session → number of the passenger's claim. */
const sessions = new Map<string, number>();
const INES = 1041;

serve((request, response) => {
  const { pathname, searchParams } = new URL(`http://desk${request.url ?? '/'}`);
  if (pathname === '/style.css') return sendPublic(response, 'style.css');

  // The words that the desk has agreed on with the owner of the trunk log in the owner. Every other visitor is Ines
  const words = searchParams.get('words');
  const session = /(?:^|;\s*)desk=([0-9a-f]{32})/.exec(request.headers.cookie ?? '')?.[1];
  let own = claims.find((claim) => claim.id === sessions.get(session ?? ''));
  if (pathname === '/' && (!own || words)) {
    const fresh = randomBytes(16).toString('hex');
    const number = words === readFlag('claim') ? FLAGGED : INES;
    sessions.set(fresh, number);
    response.setHeader('set-cookie', `desk=${fresh}; Path=/; HttpOnly; SameSite=Lax`);
    own = claims.find((claim) => claim.id === number);
  }
  if (!own) return response.writeHead(303, { location: '/' }).end();
  if (pathname === '/') return sendHtml(response, 200, homePage(own));

  const number = /^\/claims\/(\d+)$/.exec(pathname)?.[1];
  const claim = claims.find((one) => String(one.id) === number);
  if (!claim) return sendHtml(response, 404, missingPage(own, pathname));
  sendHtml(response, 200, claimPage(own, claim, claim.id === FLAGGED ? readFlag('claim') : undefined));
});
