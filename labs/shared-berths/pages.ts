import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { type Berth, berths, members, nightBook } from './harbour.ts';
import type { Member } from './record.ts';

interface Frame {
  title: string;
  /** Path of the selected menu entry. */
  at: string;
  me: Member;
  seesOffice: boolean;
  body: Html;
}

const frame = ({ title, at, me, seesOffice, body }: Frame): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Shared Berths, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="brand"><a class="home" href="/">Shared Berths</a><span class="hoist" aria-hidden="true"><i class="b"></i><i class="e"></i><i class="r"></i><i class="t"></i><i class="h"></i></span></p>
  <nav aria-label="Shared Berths">
    ${link('/', 'Berths', at)}${link('/people', 'People', at)}${link('/profile', 'Profile', at)}${seesOffice ? link('/office', 'Office', at) : null}
  </nav>
  <p class="who">${me.name} <span>of the ${me.boat}</span></p>
</header>
<main>${body}</main>
<footer>Shared Berths is run by the members. The harbour office lends it a cupboard.</footer>
</body>
</html>`;

const link = (path: string, name: string, at: string): Html =>
  path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`;

export const berthsPage = (me: Member, seesOffice: boolean): Html =>
  frame({
    title: 'Berths',
    at: '/',
    me,
    seesOffice,
    body: html`
<h1>Free this week</h1>
<p class="lead">These members are away, and their berths are free. Leave a berth as you found it, and feed the animals.</p>
<ul class="jetty">${berths.map((berth) => berthItem(berth, me))}</ul>`,
  });

function berthItem(berth: Berth, me: Member): Html {
  const guest = members.find(({ id }) => id === berth.takenBy);
  const mine = guest === me;
  return html`<li class="${guest ? 'slip taken' : 'slip'}">
  <p class="number"><span class="label">Berth</span> ${berth.number}</p>
  <h2>${berth.owner}</h2>
  <p class="facts">${berth.nights}, up to ${berth.length} m</p>
  <p>${berth.remark}</p>
  ${
    guest && !mine
      ? html`<p class="state">Taken by the ${guest.boat}</p>`
      : html`<form method="post" action="/berths/${berth.number}/${mine ? 'release' : 'book'}"><button class="${mine ? 'quiet' : ''}">${mine ? 'Give back' : 'Book'} berth ${berth.number}</button></form>`
  }
</li>`;
}

export const peoplePage = (me: Member, seesOffice: boolean): Html =>
  frame({
    title: 'People',
    at: '/people',
    me,
    seesOffice,
    body: html`
<h1>Who is who</h1>
<p class="lead">Knock before you board.</p>
<table>
  <thead><tr><th scope="col">Name</th><th scope="col">Boat</th><th scope="col">Phone</th><th scope="col">Role</th></tr></thead>
  <tbody>${members.map((one) => html`<tr><th scope="row">${one.name}</th><td>${one.boat}</td><td>${one.phone}</td><td><code>${one.role}</code></td></tr>`)}</tbody>
</table>`,
  });

/** @param outcome of a form that was just sent: `saved`, or `same` if it changed nothing */
export const profilePage = (me: Member, seesOffice: boolean, outcome: URLSearchParams): Html =>
  frame({
    title: 'Profile',
    at: '/profile',
    me,
    seesOffice,
    body: html`
<h1>Your profile</h1>
<p class="lead">The other members see this.</p>
${outcome.has('saved') ? html`<p class="saved" role="status">Saved.</p>` : null}
${outcome.has('same') ? html`<p class="saved" role="status">Nothing was changed.</p>` : null}
<form method="post" action="/profile" class="card">
  ${field('name', 'Name', me.name, 'name')}${field('boat', 'Boat', me.boat, 'off')}${field('phone', 'Phone', me.phone, 'off')}
  <button>Save</button>
</form>
<p>You may look at <a href="/profile.json">everything that we store about you</a>. It isn't much.</p>`,
  });

const field = (name: string, label: string, value: string, complete: string): Html =>
  html`<p><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${value}" maxlength="60" autocomplete="${complete}" required></p>`;

export const officePage = (me: Member, secret: string): Html =>
  frame({
    title: 'Office',
    at: '/office',
    me,
    seesOffice: true,
    body: html`
<h1>Office</h1>
<p class="lead">Mind the step. Close the door, because of the gull.</p>
<h2>Night book</h2>
<ul class="book">${nightBook.map((line) => html`<li>${line}</li>`)}<li>Friday: new password for the gate. It is <code>${secret}</code></li></ul>
${me.role === 'harbour-master' ? register() : null}`,
  });

const register = (): Html => html`
<h2>Register</h2>
${members.map(
  (one) => html`<form method="post" action="/office/members/${one.id}" class="card line">
  <h3>${one.name}</h3>
  <p><label for="role-${one.id}">Role</label><input id="role-${one.id}" name="role" value="${one.role}" maxlength="60"></p>
  <p><label for="keys-${one.id}">Keys</label><input id="keys-${one.id}" name="keys" value="${one.keys}" maxlength="60"></p>
  <button class="quiet">Save ${one.name}</button>
  <p class="facts">Last changed by ${one.changedBy}</p>
</form>`,
)}`;

export const problemPage = (me: Member, seesOffice: boolean, title: string, text: string): Html =>
  frame({
    title,
    at: '',
    me,
    seesOffice,
    body: html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Back to the berths</a></p>`,
  });
