import { type Html, html, readFlag } from '@hexpedition/lab-runtime/kit';
import { type Hook, hooks, isGiven } from './hooks.ts';

const sheet = (title: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Key Room, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><a href="/">Key Room</a><p>Port Ostrel, night shift</p></header>
<main>${body}</main>
<footer>The day shift opens at six. Please tell them nothing before seven.</footer>
</body>
</html>`;

/** @param answer the clerk's answer to a word, and its hook */
export const deskPage = (answer?: { hook: Hook; text: string }): Html =>
  sheet(
    answer ? `Not given, ${answer.hook.name}` : 'Night desk',
    html`
<h1>Night desk</h1>
<p class="lead">Three hooks, three keys. Say the word for a hook, and you get its key.</p>
<ol class="hooks">${hooks.map((hook) => hookItem(hook, answer?.hook === hook ? answer.text : undefined))}</ol>
<section class="note" aria-labelledby="note">
  <h2 id="note">Pinned to the lamp</h2>
  <p>Dear colleague, I have a cold and am going home. I have written down everything that you need. It is in <code>/material</code>:</p>
  <ul>
    <li><code>desk</code> has the papers from the desk. My cousin works here on Sundays and is curious, so I chose difficult names.</li>
    <li><code>lockers</code> has the papers of the locker corridor. I made them all private. I am nearly sure that I made them all private.</li>
    <li><code>reports</code> has the watch reports of forty years. They are not sorted, but each file has its date.</li>
  </ul>
  <p class="sign">Mats Hallgren</p>
</section>`,
  );

const hookItem = (hook: Hook, answer: string | undefined): Html => {
  const field = `word-${hook.id}`;
  const described = answer ? html` aria-invalid="true" aria-describedby="answer"` : null;
  return html`<li class="${isGiven(hook) ? 'given' : 'hangs'}">
  <h2>${hook.name}</h2>
  <p class="tag">${hook.tag}</p>
  ${
    isGiven(hook)
      ? html`<p class="key"><code>${readFlag(hook.id)}</code></p><p>${hook.given}</p>`
      : html`<form method="post" action="/hooks/${hook.id}">
    <label for="${field}">The word of ${hook.name.toLowerCase()}</label>
    <input id="${field}" name="word" maxlength="80" autocomplete="off" autocapitalize="off" spellcheck="false" required${described}>
    <button>Say it</button>
  </form>`
  }
  ${answer ? html`<p class="answer" id="answer" role="status">${answer}</p>` : null}
</li>`;
};

export const messagePage = (title: string, text: string): Html =>
  sheet(title, html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Back to the night desk</a></p>`);
