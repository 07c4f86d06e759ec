import { Html, html } from '@hexpedition/lab-runtime/kit';
import type { Screen } from './android.ts';
import { source as boardSource } from './board-activity.ts';
import type { Exchange } from './exchange.ts';
import type { Internet } from './internet.ts';
import { source as linkSource } from './link-activity.ts';
import { manifestText } from './manifest.ts';
import type { Phone } from './phone.ts';

const sections = [
  ['/', 'Phone'],
  ['/app', 'Inside the app'],
  ['/domains', 'Domain office'],
  ['/messages', 'Messages'],
] as const;

const sheet = (title: string, at: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Deep Harbour</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="brand">Deep Harbour <span>test bench</span></p>
  <nav aria-label="Bench">${sections.map(([path, name]) =>
    path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`,
  )}</nav>
</header>
<main>${body}</main>
<footer>The app is published on Monday.</footer>
</body>
</html>`;

const press = (button: string, text: Html | string, kind = ''): Html =>
  html`<form method="post" action="/press"><button class="${kind}" name="button" value="${button}">${text}</button></form>`;

const anchor = new Html(
  '<svg viewBox="0 0 64 64" aria-hidden="true"><rect width="64" height="64" rx="16"/><path d="M32 12a6 6 0 1 1 0 12 6 6 0 0 1 0-12Zm0 12v28M20 32h24M14 40c2 8 9 12 18 12s16-4 18-12"/></svg>',
);

const device = (phone: Phone): Html => html`<section class="phone" aria-label="The phone">
  <p class="bar"><span>16:40</span><span>Varde Mobile</span></p>
  <div class="glass" role="group" aria-label="Screen">${screen(phone.screen)}</div>
  ${phone.toast ? html`<p class="toast" role="status">${phone.toast}</p>` : null}
  <div class="keys">${press('home', 'Home')}</div>
</section>`;

function screen({ activity, title, lines }: Screen): Html {
  if (title === 'Home') return html`<h2 class="hidden">Home</h2>${press('app', html`${anchor}Deep Harbour`, 'icon')}`;
  const buttons =
    activity === '.MainActivity'
      ? html`<div class="buttons">${press('board', "Pilots' board")}${press('help', 'Harbour site')}</div>`
      : null;
  return html`<h2>${title}</h2>${lines.map((line) => html`<p>${line}</p>`)}${buttons}`;
}

export const phonePage = (phone: Phone, typed: Exchange[]): Html =>
  sheet(
    'Phone',
    '/',
    html`
<h1>One phone, one cable</h1>
<div class="cols">
${device(phone)}
<section class="console" id="console" aria-labelledby="cable">
  <h2 id="cable">Console</h2>
  <p>The phone is connected by a cable, so you can send intents to its apps. <code>help</code> lists what the console understands.</p>
  <pre role="log" aria-label="Commands and their output" tabindex="0"><samp>${typed.map(({ sent, answered }) => `$ ${sent}\n${answered}${answered ? '\n' : ''}`)}</samp></pre>
  <form method="post" action="/console">
    <label for="command">Command</label>
    <div><input id="command" name="command" maxlength="900" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="am start …"><button>Run</button></div>
  </form>
</section>
</div>`,
  );

const mainSource = `public class MainActivity extends Activity {
  …
  private void onBoardPressed() {
    if (!Session.isPilot(this)) {
      Toast.makeText(this, "For pilots only.", Toast.LENGTH_SHORT).show();
      return;
    }
    startActivity(new Intent(this, PilotBoardActivity.class).putExtra("fromMenu", true));
  }
}`;

const listing = (name: string, text: string): Html =>
  html`<section class="listing"><h2>${name}</h2><pre tabindex="0" aria-label="${name}">${text}</pre></section>`;

export const appPage = (): Html =>
  sheet(
    'Inside the app',
    '/app',
    html`
<h1>Inside the app</h1>
<p class="lead">Version 2.3, decoded and decompiled. The comments are included, because they are the best part.</p>
${listing('AndroidManifest.xml', manifestText)}
${listing('MainActivity', mainSource)}
${listing('PilotBoardActivity', boardSource)}
${listing('LinkActivity', linkSource)}`,
  );

export const domainsPage = (internet: Internet, refusal: string): Html =>
  sheet(
    'Domain office',
    '/domains',
    html`
<h1>Domain office</h1>
<p class="lead">Register a name that ends in <code>.example</code>. If it is free, it is yours at once, with all its subdomains. Each name gets a parking page and a certificate.</p>
<form method="post" action="/domains" class="card">
  <label for="name">A name, for example left-boot.example</label>
  <div><input id="name" name="name" maxlength="60" autocomplete="off" autocapitalize="off" spellcheck="false" required${refusal ? html` aria-describedby="refusal" aria-invalid="true"` : null}><button>Register</button></div>
  ${refusal ? html`<p class="refusal" id="refusal" role="status">${refusal}</p>` : null}
</form>
<div class="halves">
<section aria-labelledby="mine">
  <h2 id="mine">Your names</h2>
  ${internet.domains.length > 0 ? html`<ul class="names">${internet.domains.map((name) => html`<li>${name}</li>`)}</ul>` : html`<p>None so far.</p>`}
</section>
<section aria-labelledby="asked">
  <h2 id="asked">Requests to your sites</h2>
  ${
    internet.asked.length > 0
      ? html`<ol class="asked">${internet.asked.map(
          ({ number, host, path, headers }) =>
            html`<li><p>Request ${number}</p><pre tabindex="0" aria-label="Request ${number}, to ${host}">GET ${path}\nhost: ${host}\n${Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`)}</pre></li>`,
        )}</ol>`
      : html`<p>None so far.</p>`
  }
</section>
</div>`,
  );

export const messagesPage = (written: Exchange[]): Html =>
  sheet(
    'Messages',
    '/messages',
    html`
<h1>Messages</h1>
<p class="lead">Send a person a link. You need their number. It is not in the telephone book, because Captain Moss has borrowed the telephone book.</p>
<form method="post" action="/messages" class="card">
  <label for="number">Number</label>
  <input id="number" name="number" maxlength="40" autocomplete="off" required>
  <label for="link">Link</label>
  <div><input id="link" name="link" maxlength="900" autocomplete="off" autocapitalize="off" spellcheck="false" required placeholder="https://…"><button>Send</button></div>
</form>
<ol class="talk">${written.toReversed().map(({ sent, answered }) => html`<li><p class="mine">${sent}</p><p class="theirs">${answered}</p></li>`)}</ol>`,
  );

export const messagePage = (title: string, text: string): Html =>
  sheet(title, '', html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Back to the phone</a></p>`);
