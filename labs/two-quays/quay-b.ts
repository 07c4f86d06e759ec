import { cargoDesk } from './clients.ts';
import { type Ask, goTo, page, type Reply } from './http.ts';
import { deskPage, doorPage, refusalPage } from './pages.ts';
import { ines, type Person, pell } from './people.ts';
import { exchange, whoAmI } from './quay-a.ts';
import { Shelf } from './shelf.ts';

/* Quay B has no passwords. It sends people to Quay A, and trusts the code that comes back. */

const sessions = new Shelf<Person>(12 * 3600);
const everybody = [ines, pell];

export function quayB(ask: Ask): Reply | undefined {
  if (ask.path === '/quay-b/logout' && ask.method === 'POST') {
    sessions.take(ask.cookies.get('desk'));
    return goTo('/quay-b', 'desk=; Path=/quay-b; Max-Age=0');
  }
  if (ask.method !== 'GET') return undefined;
  const person = sessions.get(ask.cookies.get('desk'));
  if (ask.path === '/quay-b') return person ? goTo('/quay-b/desk') : page(200, doorPage());
  if (ask.path === '/quay-b/login') return goTo(wayToQuayA());
  if (ask.path === '/quay-b/callback') return comeBack(ask);
  if (ask.path === '/quay-b/desk') return person ? page(200, deskPage(person)) : goTo('/quay-b');
  return undefined;
}

function wayToQuayA(): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: cargoDesk.id,
    redirect_uri: cargoDesk.returnTo,
    scope: 'name',
  });
  return `/quay-a/authorize?${query}`;
}

/** The hole: nothing proves that the browser which brings this code is the one that was sent for it. */
function comeBack({ query }: Ask): Reply {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: cargoDesk.id,
    client_secret: cargoDesk.secret,
    redirect_uri: cargoDesk.returnTo,
    code: query.get('code') ?? '',
  });
  const person = personOf(JSON.parse(exchange(form).body).access_token);
  if (!person) {
    return page(
      400,
      refusalPage('Quay A does not accept this code. It was used before, or it is older than two minutes.'),
    );
  }
  return goTo('/quay-b/desk', `desk=${sessions.put(person)}; Path=/quay-b; HttpOnly; SameSite=Lax`);
}

function personOf(token: string | undefined): Person | undefined {
  const { sub } = JSON.parse(whoAmI(token).body);
  return everybody.find((one) => one.sub === sub);
}
