import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Html, readFlag, readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { drawNumbers } from './drum.ts';
import { drawerPage, drumPage, forgottenPage, homePage, messagePage, pigeonholePage, signInPage } from './pages.ts';
import {
  choosePassword,
  isPassword,
  type Player,
  playerCalled,
  playerOf,
  putIntoPigeonhole,
  startSession,
} from './players.ts';
import { issue, redeem } from './slips.ts';

const lastSaturday = drawNumbers();

/** Wrong tries of the last slip, for the message at the window. */
const mistakes = new Map<Player, number>();

serve((request, response) => {
  const [path = '/', query = ''] = (request.url ?? '/').split('?');
  if (path === '/style.css') return sendPublic(response, 'style.css');
  response.setHeader('cache-control', 'no-store');
  const me = playerOf(/(?:^|;\s*)lottery=([0-9a-f]{32})/.exec(request.headers.cookie ?? '')?.[1]);
  if (request.method === 'POST') return answerForm(path, me, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD, POST');
    return sendHtml(response, 405, messagePage(me, 'Not possible', 'The lottery does not support this method.'));
  }
  const [status, page] = pageAt(path, me, playerCalled(new URLSearchParams(query).get('drawn') ?? ''));
  sendHtml(response, status, page);
});

/** @param drawnFor the player for whom a slip was just drawn */
function pageAt(path: string, me: Player, drawnFor: Player | undefined): [status: number, page: Html] {
  if (path === '/') return [200, homePage(me, lastSaturday, Array.from({ length: 4 }, Math.random))];
  if (path === '/drum') return [200, drumPage(me)];
  if (path === '/pigeonhole') return [200, pigeonholePage(me)];
  if (path === '/forgotten') {
    const notice = drawnFor && `A slip was drawn. It is in the pigeonhole of ${drawnFor.name}.`;
    return [200, forgottenPage(me, undefined, notice)];
  }
  if (path === '/sign-in') return [200, signInPage(me)];
  if (path === '/drawer') {
    if (me.isClerk) return [200, drawerPage(me, readFlag('envelope'))];
    return [
      403,
      messagePage(me, 'Shut', 'Only the clerk can open the drawer. Please take your elbow off the counter.'),
    ];
  }
  return [404, messagePage(me, 'Not found', 'This page does not exist. Better luck next week.')];
}

async function answerForm(path: string, me: Player, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = await readForm(request, { limit: 4096 });
  const refuse = (page: Html, status = 400) => sendHtml(response, status, page);
  if (!form) return refuse(messagePage(me, 'Too long', 'This form is too long.'), 413);
  const field = (name: string) => (form.get(name) ?? '').slice(0, 100);

  const player = playerCalled(field('name'));
  if (path === '/slip') {
    if (!player) return refuse(forgottenPage(me, 'There is no player of this name.'));
    putIntoPigeonhole(player, issue(player.name));
    mistakes.delete(player);
    return goTo(response, player === me ? '/pigeonhole' : `/forgotten?drawn=${player.name}`);
  }
  if (path === '/password') {
    const password = field('password');
    if (password.length < 8) return refuse(forgottenPage(me, 'A password must have at least eight characters.'));
    if (!player) return refuse(forgottenPage(me, 'There is no player of this name.'), 403);
    if (!redeem(player.name, field('code').trim().toLowerCase())) {
      const made = (mistakes.get(player) ?? 0) + 1;
      mistakes.set(player, made);
      const wrong = 'The code is not the one on the slip.';
      return refuse(forgottenPage(me, made < 5 ? wrong : `${wrong} The slip is no longer valid. Draw a new one.`), 403);
    }
    choosePassword(player, password);
    return goTo(response, '/sign-in');
  }
  if (path === '/sign-in') {
    if (!player || !isPassword(player, field('password'))) {
      return refuse(signInPage(me, 'Wrong name or password.'), 403);
    }
    response.setHeader('set-cookie', `lottery=${startSession(player)}; Path=/; HttpOnly; SameSite=Lax`);
    return goTo(response, player.isClerk ? '/drawer' : '/');
  }
  refuse(messagePage(me, 'Not found', 'This address accepts no forms.'), 404);
}

function goTo(response: ServerResponse, path: string): void {
  response.writeHead(303, { location: path }).end();
}
