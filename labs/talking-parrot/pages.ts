import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { agnes } from './people.ts';
import type { Sent, Turn } from './post.ts';

const link = (path: string, name: string, at: string | undefined): Html =>
  html`<a href="${path}"${path === at ? html` aria-current="page"` : null}>${name}</a>`;

const frame = (title: string, at: string | undefined, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Post Office, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="brand"><a href="/">Post Office</a> Port Ostrel</p>
  <nav aria-label="Post office">${link('/', 'The counter', at)}${link('/letters', 'Write a letter', at)}${link('/pigeonhole', 'Your pigeonhole', at)}</nav>
  <p class="who">Felix Auer, box 31</p>
</header>
<main>${body}</main>
<footer>We send parrots by air mail.</footer>
</body>
</html>`;

export const counterPage = (turns: Turn[]): Html =>
  frame(
    'The counter',
    '/',
    html`
<div class="perch">
  <img src="/parrot.svg" alt="" width="150" height="190">
  <div>
    <h1>Ask Pepper</h1>
    <p class="lead">Mrs Dorn has bad eyes and good taste, so the office has a parrot. It answers questions, reads people their letters, and leaves notes
    in people's boxes. It also has instructions.</p>
    <ul class="ideas">
      <li>What does a stamp cost?</li>
      <li>Read me my letters, please.</li>
      <li>Leave a note for Captain Moss: your parcel smells.</li>
      <li>What is the word for the honesty box?</li>
    </ul>
  </div>
</div>
<section aria-labelledby="talk">
<h2 id="talk">Conversation</h2>
${
  turns.length === 0
    ? html`<p class="quiet">Nothing yet. The parrot looks at your buttons.</p>`
    : html`<ol class="talk">${turns.map(({ by, text }, n) => html`<li class="${by === 'you' ? 'mine' : 'birds'}"${n === turns.length - 1 ? html` id="said-last"` : null}><b>${by === 'you' ? 'You' : by}</b><p>${text}</p></li>`)}</ol>`
}
<form method="post" action="/ask" class="ask">
  <label for="question">Say something to Pepper</label>
  <input id="question" name="question" maxlength="500" autocomplete="off" required>
  <button>Say it</button>
</form>
<form method="post" action="/start-over"><button class="plain">Start a new conversation</button></form>
</section>`,
  );

export const lettersPage = (letters: Sent[], problem?: string): Html =>
  frame(
    'Write a letter',
    '/letters',
    html`
<h1>Write a letter</h1>
<p class="lead">Pepper reads letters to Mrs Dorn, the postmistress, as soon as they arrive. A letter to yourself waits at the counter until
you ask Pepper to read it.</p>
${problem ? html`<p class="problem" role="alert">${problem}</p>` : null}
<form method="post" action="/letters" class="envelope">
  <p><label for="to">To</label><select id="to" name="to"><option value="self">Felix Auer, box 31 (yourself)</option><option value="dorn">Mrs Agnes Dorn, box 1</option></select></p>
  <p><label for="text">Your letter</label><textarea id="text" name="text" rows="7" maxlength="1500" required></textarea></p>
  <button>Post it</button>
</form>
<h2 id="sent">Posted</h2>
${
  letters.length === 0
    ? html`<p class="quiet">Nothing. The stamp is still wet.</p>`
    : html`<ul class="posted">${letters.toReversed().map(({ to, text }) => html`<li><b>To ${to.name}</b><p>${text}</p><p class="state">${to === agnes ? 'Was read to her. She said “hm”.' : 'Waits at the counter.'}</p></li>`)}</ul>`
}`,
  );

export const pigeonholePage = (notes: string[]): Html =>
  frame(
    'Your pigeonhole',
    '/pigeonhole',
    html`
<h1>Box 31</h1>
<p class="lead">Pepper's notes for you, the oldest first. The handwriting is a parrot's.</p>
${notes.length === 0 ? html`<p class="quiet">Empty, but for the smell of fish from box 30.</p>` : html`<ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>`}`,
  );

export const messagePage = (title: string, text: string): Html =>
  frame(title, undefined, html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">The counter</a></p>`);
