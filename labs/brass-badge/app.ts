import type { IncomingMessage } from 'node:http';
import { readFlag, readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { type Claims, check, Refused } from './gate.ts';
import { lockerAt, master, nils, printPass, strikeBadge } from './gatehouse.ts';
import { brass, ring } from './keys.ts';
import {
  foremenPage,
  keysPage,
  messagePage,
  passPage,
  platePage,
  refusedPage,
  shutPage,
  strongroomPage,
  yardPage,
} from './pages.ts';

/** Maximum length of a badge. A longer one would not fit into a cookie. */
const MAX_LENGTH = 3500;

serve(async (request, response) => {
  const pathname = (request.url ?? '/').split('?', 1)[0] ?? '/';
  if (pathname === '/style.css') return sendPublic(response, 'style.css');
  if (pathname === '/keys/brass.pem') {
    return response.writeHead(200, { 'content-type': 'application/x-pem-file' }).end(brass.text);
  }
  response.setHeader('cache-control', 'no-store');
  const wear = (badge: string) => {
    response.setHeader('set-cookie', `badge=${badge}; Path=/; SameSite=Lax`);
    return badge;
  };
  const goTo = (path: string) => response.writeHead(303, { location: path }).end();
  const locker = lockerAt(pathname);
  if (locker) {
    wear(strikeBadge(locker));
    return goTo('/');
  }
  if (pathname === '/keys') return sendHtml(response, 200, keysPage());

  if (request.method === 'POST') {
    const form = await readForm(request, { limit: 8192 });
    if (!form) return sendHtml(response, 413, messagePage('Too large', 'A badge of that size is too large to wear.'));
    if (pathname === '/day-pass') {
      const name = form.get('name')?.trim().slice(0, 40) || 'A visitor';
      return sendHtml(response, 200, passPage(printPass(name)));
    }
    if (pathname === '/wear') {
      const badge = (form.get('badge') ?? '').replace(/\s/g, '');
      if (/^[\w.-]+$/.test(badge) && badge.length <= MAX_LENGTH) {
        wear(badge);
        return goTo('/');
      }
      const text = 'A badge has letters, digits, hyphens, underscores and two dots, and it is not this long.';
      return sendHtml(response, 400, messagePage('That is not a badge', text));
    }
    if (pathname === '/own') {
      wear(strikeBadge(nils));
      return goTo('/');
    }
    return sendHtml(
      response,
      404,
      messagePage('No such counter', 'This address does not accept requests of this kind.'),
    );
  }
  if (pathname === '/day-pass') return sendHtml(response, 200, passPage(undefined));

  let badge = shown(request);
  if (badge === undefined) {
    if (pathname !== '/') return goTo('/');
    badge = wear(strikeBadge(nils));
  }
  let claims: Claims;
  try {
    claims = check(badge, ring, Math.floor(Date.now() / 1000));
  } catch (error) {
    const text = error instanceof Refused ? error.message : 'The gate cannot read it.';
    return sendHtml(response, 401, refusedPage(text));
  }

  if (pathname === '/') return sendHtml(response, 200, platePage(badge, claims));
  if (pathname === '/yard') return sendHtml(response, 200, yardPage(claims));
  if (pathname === '/foremen') {
    if (claims.role !== 'foreman' && claims.role !== 'harbour-master') {
      const text = `The door reads "${claims.role}" and looks for "foreman".`;
      return sendHtml(response, 403, shutPage('The foremen’s room', text, claims));
    }
    return sendHtml(response, 200, foremenPage(claims, readFlag('foremen')));
  }
  if (pathname === '/strongroom') {
    if (claims.sub !== master.sub || claims.serial !== master.serial) {
      const text =
        claims.sub === master.sub
          ? 'The door compares the serial of your badge with the register. It is a different one.'
          : `The door opens for one person only and compares the serial. It reads "${claims.sub}" and stays shut.`;
      return sendHtml(response, 403, shutPage('The strongroom', text, claims));
    }
    return sendHtml(response, 200, strongroomPage(claims, readFlag('strongroom')));
  }
  sendHtml(response, 404, messagePage('No such door', 'There is only a wall at this address. It is a good wall.'));
});

/** Returns the badge from the cookie, or from the header that programs use. */
function shown(request: IncomingMessage): string | undefined {
  const bearer = /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? '')?.[1];
  return bearer ?? /(?:^|;\s*)badge=([\w.-]*)/.exec(request.headers.cookie ?? '')?.[1];
}
