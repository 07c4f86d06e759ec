import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { multiplier } from './drum.ts';
import { odile, type Player } from './players.ts';

interface Sheet {
  title: string;
  /** Path of the selected menu entry. */
  at?: string;
  me: Player;
  body: Html;
}

const link = (path: string, name: string, at: string | undefined): Html =>
  html`<a href="${path}"${path === at ? html` aria-current="page"` : null}>${name}</a>`;

const sheet = ({ title, at, me, body }: Sheet): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · The Herring Lottery, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="brand"><a href="/">The Herring Lottery</a> <span>every Saturday since 1931</span></p>
  <p class="who">${me.fullName}<span>${me.isClerk ? 'clerk' : 'ticket 118'}</span></p>
  <nav aria-label="Lottery">
    ${link('/', 'This week', at)}${link('/drum', 'The drum', at)}${link('/pigeonhole', 'Pigeonhole', at)}${link('/forgotten', 'Forgotten password', at)}${
      me.isClerk ? link('/drawer', 'Drawer', at) : link('/sign-in', 'Sign in', at)
    }
  </nav>
</header>
<main>${body}</main>
<footer>Prizes are paid in fish. Clerks, their relatives and their cats may not take part.</footer>
</body>
</html>`;

export const homePage = (me: Player, numbers: number[], luckyNumbers: number[]): Html =>
  sheet({
    title: 'This week',
    at: '/',
    me,
    body: html`
<h1>A barrel of herring, or two</h1>
<p class="lead">The first prize is a barrel. The second prize is two. The jury has noticed, and will discuss it at its next meeting.</p>
<section class="ticket" aria-labelledby="last">
  <div><h2 id="last">Last Saturday's numbers</h2>
  <ul class="balls">${numbers.map((number) => html`<li>${number}</li>`)}</ul>
  <p>Won by Captain R. Moss (ret.), who asks whether you want a herring.</p></div>
  <p class="stub"><span>No.</span>118</p>
</section>
<h2>What's new</h2>
<ul class="notices">
  <li><strong>A word in an envelope.</strong> From next Saturday, we also draw a word. It is in the drawer of the clerk, Mr Anselm Quist
  (<code>quist</code>), who says that he has not looked at it.</li>
  <li><strong>Forgotten passwords.</strong> The clerk no longer invents new ones. The drum draws a slip, the slip goes into your pigeonhole, and the code on it
  lets you choose. It is fair: the same drum, the same notary.</li>
  <li><strong>Lucky numbers.</strong> For your own bets, new with each visit:
  ${luckyNumbers.map((number) => html`<code><data>${String(number)}</data></code> `)}
  The website takes them from <code>Math.random()</code>, because the drum is covered with a cloth. They have not won anything so far.</li>
  <li><strong>The gull.</strong> It may not take part. We have taken its ticket back, or most of the ticket.</li>
</ul>`,
  });

export const drumPage = (me: Player): Html =>
  sheet({
    title: 'The drum',
    at: '/drum',
    me,
    body: html`
<h1>Nothing up our sleeve</h1>
<p class="lead">We are proud of our drum. So that everybody can see that we do not cheat, the notary wants us to print how it works.</p>
<ol class="works">
  <li><p>There is one number of <b>48 bits</b> in the drum. Its first value is random.</p></li>
  <li><p>Each turn multiplies it by</p><p class="big">${String(multiplier)}</p></li>
  <li><p>and adds a second number, which is odd and never changes. It isn't printed here: the notary insists that something stays secret.</p></li>
  <li><p>The drum keeps the lowest 48 bits of the result. They are the number for the next turn.</p></li>
  <li><p>A slip has room for 32 bits, so it gets the <b>upper 32</b>, as eight hexadecimal digits. The lower 16 stay secret.</p></li>
</ol>
<h2>When we turn it</h2>
<p>For the numbers on Saturday, and for the slips of players who have forgotten their password: one turn for each slip, for all players together. There are no other turns.</p>`,
  });

export const pigeonholePage = (me: Player): Html =>
  sheet({
    title: 'Pigeonhole',
    at: '/pigeonhole',
    me,
    body: html`
<h1>Your pigeonhole</h1>
<p class="lead">Your slips, the oldest first. Only the last one is valid. The pigeonhole holds twenty-four.</p>
${
  me.pigeonhole.length > 0
    ? html`<ol class="slips">${me.pigeonhole.map((code) => html`<li><code>${code}</code></li>`)}</ol>`
    : html`<p class="empty">Empty, apart from a feather.</p>`
}
<form method="post" action="/slip"><input type="hidden" name="name" value="${me.name}"><button>Draw a slip for me</button></form>
<p>With the code on it you choose a new password under <a href="/forgotten">Forgotten password</a>.</p>`,
  });

export const forgottenPage = (me: Player, problem?: string, notice?: string): Html =>
  sheet({
    title: 'Forgotten password',
    at: '/forgotten',
    me,
    body: html`
<h1>Forgotten?</h1>
<p class="lead">Draw a slip, take it from your pigeonhole, and choose a new password with it.</p>
${problem ? html`<p class="problem" role="alert">${problem}</p>` : null}
${notice ? html`<p class="notice" role="status">${notice}</p>` : null}
<div class="steps">
<form method="post" action="/slip" class="card">
  <h2>1. A slip</h2>
  <p>It goes into the pigeonhole of the player with this name. Only that player can see it.</p>
  <p class="field"><label for="for">Sign-in name</label><input id="for" name="name" maxlength="30" autocomplete="off" placeholder="${odile.name}" required></p>
  <button>Draw a slip</button>
</form>
<form method="post" action="/password" class="card">
  <h2>2. A new password</h2>
  <p>A slip is good for one new password, or for five mistakes.</p>
  <p class="field"><label for="name">Sign-in name</label><input id="name" name="name" maxlength="30" autocomplete="username" required></p>
  <p class="field"><label for="code">Code on the slip</label><input id="code" name="code" maxlength="40" autocomplete="off" required></p>
  <p class="field"><label for="password">New password</label><input id="password" name="password" type="password" minlength="8" maxlength="100" autocomplete="new-password" required></p>
  <button>Choose it</button>
</form>
</div>`,
  });

export const signInPage = (me: Player, problem?: string): Html =>
  sheet({
    title: 'Sign in',
    at: '/sign-in',
    me,
    body: html`
<h1>Sign in as another player</h1>
<p class="lead">You are signed in as ${me.fullName}. Here you can sign in as another player.</p>
${problem ? html`<p class="problem" role="alert">${problem}</p>` : null}
<form method="post" action="/sign-in" class="card narrow">
  <p class="field"><label for="name">Sign-in name</label><input id="name" name="name" maxlength="30" autocomplete="username" required></p>
  <p class="field"><label for="password">Password</label><input id="password" name="password" type="password" maxlength="100" autocomplete="current-password" required></p>
  <button>Sign in</button>
</form>
<p><a href="/forgotten">Forgotten password</a></p>`,
  });

export const drawerPage = (me: Player, word: string): Html =>
  sheet({
    title: 'Drawer',
    at: '/drawer',
    me,
    body: html`
<h1>The drawer</h1>
<p class="lead">One envelope, half a sandwich, and a ticket for the Herring Lottery in the name of the clerk's cat.</p>
<section class="ticket" aria-labelledby="word">
  <div><h2 id="word">Saturday's word</h2><p class="word"><code>${word}</code></p><p>To be opened on Saturday, in front of the notary.</p></div>
  <p class="stub"><span>Seal</span>cut</p>
</section>`,
  });

export const messagePage = (me: Player, title: string, text: string): Html =>
  sheet({ title, me, body: html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">This week</a></p>` });
