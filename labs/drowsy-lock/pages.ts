import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { type Door, doors } from './ice-house.ts';

const link = (path: string, name: string, at: string | undefined): Html =>
  html`<a href="${path}"${path === at ? html` aria-current="page"` : null}>${name}</a>`;

const frame = (title: string, at: string | undefined, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · The Ice House, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="brand"><a href="/">Ice House</a></p>
  <nav aria-label="The ice house">${link('/', 'Outer door', at)}${doors.outer.isOpen ? link('/inner', 'Inner door', at) : null}${link('/service', 'For the engineer', at)}</nav>
</header>
<main>${body}</main>
<footer>Locks by H. Krone. Washing machines, too. Sometimes both.</footer>
</body>
</html>`;

const texts = {
  outer: {
    title: 'Outer door',
    lead: 'Oak, iron and frost. The Dormouse II takes a code of eight small letters. It wakes up, compares, and goes back to sleep.',
    inside: 'There is ice as far as your lamp shines. The sawdust on the nearest block says:',
    path: '/try',
  },
  inner: {
    title: 'Inner door',
    lead: 'Smaller and colder. The Dormouse III takes a code of six small letters. It waits for a random time at each letter, so that the time reveals nothing.',
    inside: 'The cake. It has eleven candles, a slice is missing, and the icing says:',
    path: '/inner/try',
  },
};

/** @param inside contents behind the door, when it is open */
export function doorPage(door: Door, inside: string | undefined, problem?: string): Html {
  const { title, lead, path, inside: found } = texts[door.name];
  const { lock } = door;
  return frame(
    title,
    door.name === 'outer' ? '/' : '/inner',
    html`
<div class="${inside ? 'door open' : 'door'}">
  <div class="plate">
    <h1>${title}</h1>
    <p class="lead">${lead}</p>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : null}
    <form method="post" action="${path}">
      <label for="code">Code, ${lock.length} letters</label>
      <input id="code" name="code" maxlength="${lock.length}" autocomplete="off" autocapitalize="none" spellcheck="false" required>
      <button>Try it</button>
    </form>
  </div>
  <div class="lock">
    <p class="maker">${lock.model}</p>
    <p class="display"><span>${door.tries[0] ? door.tries[0].ticks : '----'}</span> ticks</p>
    <p class="state">${inside ? 'Open' : 'Shut'}</p>
  </div>
</div>
${inside ? html`<p class="inside">${found} <code>${inside}</code>${door.name === 'outer' ? html` Behind it is the <a href="/inner">inner door</a>.` : null}</p>` : null}
<h2 id="tries">The last tries</h2>
${
  door.tries.length === 0
    ? html`<p class="quiet">None so far.</p>`
    : html`<table><thead><tr><th scope="col">Code</th><th scope="col">Ticks</th><th scope="col" class="bar">As a bar</th></tr></thead>
<tbody>${door.tries.map(({ code, ticks }) => html`<tr><td><code>${code}</code></td><td class="ticks">${ticks}</td><td class="bar"><i style="width:${Math.min(100, Math.round(ticks / 30))}%"></i></td></tr>`)}</tbody></table>`
}`,
  );
}

export const servicePage = (): Html =>
  frame(
    'For the engineer',
    '/service',
    html`
<div class="prose">
<h1>For the engineer</h1>
<p class="lead">The locks have a port for the engineer, who has cold fingers and does not like to type. Display and port show the measured times.</p>
<h2>Many codes at once</h2>
<p><code>POST /api/try</code> takes up to 500 codes and tries them one after the other. For each code it returns the ticks that the display would show.</p>
<pre tabindex="0"><b>POST /api/try</b>
{"door": "outer", "codes": ["aaaaaaaa", "baaaaaaa"]}

<b>200</b>
{"ticks": [1301, 1188], "open": false}</pre>
<p>A code may contain any characters. Characters that aren’t small letters are wrong, but the lock compares them like all others. After a right code the door stays open, and this answer and all later ones say what is <code>inside</code>. The inner door
is called <code>inner</code>, and you have to open the outer door first.</p>
<h2>Known faults</h2>
<ul>
  <li>The processor is shared with a washing machine. When it spins, the ticks go up. It spins often.</li>
  <li>The lock does not count tries. It would have to stay awake for that.</li>
  <li>The ticks differ from try to try. The manufacturer calls this a feature.</li>
</ul>
</div>`,
  );

export const messagePage = (title: string, text: string): Html =>
  frame(title, undefined, html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">To the outer door</a></p>`);
