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
  <p>Won by Captain R. Moss (ret.), who asks whether somebody wants herring.</p></div>
  <p class="stub"><span>No.</span>118</p>
</section>
<h2>What's new</h2>
<ul class="notices">
  <li><strong>A word in an envelope.</strong> From next Saturday a word is drawn beside the numbers. It lies in the drawer of the clerk, Mr Anselm Quist
  (<code>quist</code>), who has not looked at it, and has been looking like somebody who has not looked ever since.</li>
  <li><strong>Forgotten passwords.</strong> The clerk no longer invents new ones. The drum draws a slip, the slip goes into your pigeonhole, and what stands on it
  lets you choose. Fair to everybody: the same drum, the same notary.</li>
  <li><strong>Lucky numbers.</strong> For your own bets, fresh with each visit:
  ${luckyNumbers.map((number) => html`<code><data>${String(number)}</data></code> `)}
  The website takes them from <code>Math.random()</code>, because the drum is under its cloth. They have won nothing so far.</li>
  <li><strong>The gull.</strong> It was not eligible. The ticket has been taken back, most of it.</li>
</ul>`,
  });

export const drumPage = (me: Player): Html =>
  sheet({
    title: 'The drum',
    at: '/drum',
    me,
    body: html`
<h1>Nothing up our sleeve</h1>
<p class="lead">The drum is the pride of the house. So that nobody can say that we draw what we like, the notary has us print how it works.</p>
<ol class="works">
  <li><p>There is one number in the drum, of <b>48 bits</b>. At the start of the season it is drawn by lot, honestly.</p></li>
  <li><p>Each turn multiplies it by</p><p class="big">${String(multiplier)}</p></li>
  <li><p>and adds a second number, which is odd, never changes, and was put in at the last service. It isn't printed: the notary insists that something stays secret.</p></li>
  <li><p>Of the result, the drum keeps the lowest 48 bits. They are the number for the next turn.</p></li>
  <li><p>A slip has room for 32 bits, so it gets the <b>upper 32</b>, as eight hexadecimal digits. The lower 16 are nobody's business.</p></li>
</ol>
<h2>What it is turned for</h2>
<p>For the numbers on Saturday, and for the slips of those who have forgotten their password: one turn for each slip, whoever's it is. In between it stands still. It is under a cloth.</p>`,
  });

export const pigeonholePage = (me: Player): Html =>
  sheet({
    title: 'Pigeonhole',
    at: '/pigeonhole',
    me,
    body: html`
<h1>Your pigeonhole</h1>
<p class="lead">Slips that were drawn for you, the oldest first. Only the last one counts; it holds twenty-four, and then things fall out at the back.</p>
${
  me.pigeonhole.length > 0
    ? html`<ol class="slips">${me.pigeonhole.map((code) => html`<li><code>${code}</code></li>`)}</ol>`
    : html`<p class="empty">Nothing but a feather.</p>`
}
<form method="post" action="/slip"><input type="hidden" name="name" value="${me.name}"><button>Draw a slip for me</button></form>
<p>With what stands on it you choose a new password under <a href="/forgotten">Forgotten password</a>.</p>`,
  });

export const forgottenPage = (me: Player, problem?: string, notice?: string): Html =>
  sheet({
    title: 'Forgotten password',
    at: '/forgotten',
    me,
    body: html`
<h1>Forgotten?</h1>
<p class="lead">It happens. Have a slip drawn, fetch it from your pigeonhole, and choose a new password with it.</p>
${problem ? html`<p class="problem" role="alert">${problem}</p>` : null}
${notice ? html`<p class="notice" role="status">${notice}</p>` : null}
<div class="steps">
<form method="post" action="/slip" class="card">
  <h2>1. A slip</h2>
  <p>It goes into the pigeonhole of whoever signs in under this name. Only they can see it.</p>
  <p class="field"><label for="for">Sign-in name</label><input id="for" name="name" maxlength="30" autocomplete="off" placeholder="${odile.name}" required></p>
  <button>Draw a slip</button>
</form>
<form method="post" action="/password" class="card">
  <h2>2. A new password</h2>
  <p>A slip is good for one new password, or for five mistakes.</p>
  <p class="field"><label for="name">Sign-in name</label><input id="name" name="name" maxlength="30" autocomplete="username" required></p>
  <p class="field"><label for="code">What stands on the slip</label><input id="code" name="code" maxlength="40" autocomplete="off" required></p>
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
<h1>Sign in as somebody</h1>
<p class="lead">On this machine you are ${me.fullName} already. If you are somebody else, now would be the time to say so.</p>
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
