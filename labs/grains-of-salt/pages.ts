import { type Html, html } from '@hexpedition/lab-runtime/kit';
import type { Member } from './members.ts';

interface Label {
  title: string;
  /** Path of the selected menu entry. */
  at?: string;
  me: Member | undefined;
  body: Html;
}

const link = (path: string, name: string, at: string | undefined): Html =>
  html`<a href="${path}"${path === at ? html` aria-current="page"` : null}>${name}</a>`;

const frame = ({ title, at, me, body }: Label): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · The Salting House, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="brand"><a href="/"><span>The</span> Salting House <span>of Port Ostrel</span></a></p>
  <nav aria-label="The Salting House">
    ${link('/', 'The House', at)}${link('/paper', 'The paper', at)}${link('/words', 'Favourite words', at)}${link('/keeping', 'How we keep them', at)}${
      me ? link('/locker', 'Your locker', at) : link('/sign-in', 'Sign in', at)
    }
  </nav>
  <p class="who">${me ? me.name : 'Visitor, with a mackerel'}</p>
</header>
<main>${body}</main>
<footer>We can preserve everything. We should not preserve some of it.</footer>
</body>
</html>`;

export const homePage = (me: Member | undefined): Html =>
  frame({
    title: 'The House',
    at: '/',
    me,
    body: html`
<h1>If it holds still, we pickle it</h1>
<p class="lead">Since 1874 the cellar under the fish market has kept the food that Port Ostrel could not finish. Each member has a locker with a lock. The contents of the jars are private.</p>
<div class="jars">
  <section><h2>The brine master</h2><p>Keeps the recipe. A new member becomes brine master every spring, and the name is secret since the incident with the journalist. The brine master joined after 2010.</p></section>
  <section><h2>The auditor</h2><p>Came in March and asked for the list of members with all columns. We printed it, and afterwards sold the paper to the fishmonger. See <a href="/paper">the paper</a>.</p></section>
  <section><h2>The lid of jar 61</h2><p>Has been found. It was in jar 62.</p></section>
</div>`,
  });

export const paperPage = (me: Member | undefined, members: Member[]): Html =>
  frame({
    title: 'The paper',
    at: '/paper',
    me,
    body: html`
<h1>The paper</h1>
<p class="lead">It was wrapped around the fish: the list of members, with the column of the password hashes. You sign in with the short name. There is also a version <a href="/paper.csv">for programs</a>.</p>
<ul class="sheet">
  ${members.map(
    ({ login, name, since, kept }) =>
      html`<li><p><b>${login}</b> ${name}, since ${since}</p><p><code>${kept}</code></p></li>`,
  )}
</ul>`,
  });

export const wordsPage = (me: Member | undefined, words: string[]): Html =>
  frame({
    title: 'Favourite words',
    at: '/words',
    me,
    body: html`
<h1>The town's favourite words</h1>
<p class="lead">The Gazette asked everybody in Port Ostrel for their favourite word. ${words.length} words were named. The list hangs in the hall, beside the machine on which
new members choose a password. Also as <a href="/words.txt">plain text</a>.</p>
<p class="words">${words.join(' ')}</p>`,
  });

export const keepingPage = (me: Member | undefined): Html =>
  frame({
    title: 'How we keep them',
    at: '/keeping',
    me,
    body: html`
<h1>How we keep passwords</h1>
<p class="lead">We don't. We keep a hash. When you sign in, we compute it again and compare. The method has changed twice. Old hashes stayed as they were.</p>
<dl class="shelves">
  <div><dt>Joined before 2003</dt><dd><p><code>md5$hash</code></p><p>MD5 of the password. Any word will do.</p></dd></div>
  <div><dt>Before 2011</dt><dd><p><code>sha1$hash</code></p><p>SHA-1 of the password. The hash is longer. Any word will do.</p></dd></div>
  <div><dt>Since 2011</dt><dd><p><code>sha256$salt$hash</code></p><p>SHA-256 of the salt, as printed, followed by the password. Each member has a different salt. We have enough of it.</p>
  <p>On the advice of a consultant, a password is now <b>a word and two digits</b>, such as <i>kipper07</i>. Other passwords are possible, but we sigh.</p></dd></div>
</dl>
<p>After five wrong passwords you have to wait for a minute.</p>`,
  });

export const signInPage = (me: Member | undefined, problem?: string): Html =>
  frame({
    title: 'Sign in',
    at: '/sign-in',
    me,
    body: html`
<h1>Down to the lockers</h1>
<p class="lead">Mind the third step, it is a barrel.</p>
${problem ? html`<p class="problem" role="alert">${problem}</p>` : null}
<form method="post" action="/sign-in">
  <p class="field"><label for="login">Name, the short one</label><input id="login" name="login" maxlength="30" autocomplete="username" required></p>
  <p class="field"><label for="password">Password</label><input id="password" name="password" type="password" maxlength="100" autocomplete="current-password" required></p>
  <button>Go down</button>
</form>`,
  });

export const lockerPage = (me: Member, label: string | undefined): Html =>
  frame({
    title: 'Your locker',
    at: '/locker',
    me,
    body: html`
<h1>${me.name}'s locker</h1>
<p class="lead">Member since ${me.since}.</p>
<ul class="jars">
  ${me.jars.map((jar) => html`<li><p>${jar}</p></li>`)}
  ${label ? html`<li class="rare"><p>${me.flag === 'salted' ? 'The recipe. Salt, time, and:' : 'A label says that this is private:'}</p><p><code>${label}</code></p></li>` : null}
</ul>
<p><a href="/sign-in">Sign in as another member</a></p>`,
  });

export const messagePage = (me: Member | undefined, title: string, text: string): Html =>
  frame({
    title,
    me,
    body: html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Back up the stairs</a></p>`,
  });
