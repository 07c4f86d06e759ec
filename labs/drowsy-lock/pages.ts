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
  <nav aria-label="The ice house">${link('/', 'Outer door', at)}${doors.outer.isOpen ? link('/inner', 'Inner door', at) : null}${link('/service', 'For the service', at)}</nav>
</header>
<main>${body}</main>
<footer>Locks by H. Krone. Washing machines, too. Sometimes both.</footer>
</body>
</html>`;

const texts = {
  outer: {
    title: 'Outer door',
    lead: 'Oak, iron, frost. The Dormouse II takes eight small letters. It wakes up, compares, and goes back to sleep.',
    inside: 'Ice, as far as the lamp reaches. On the nearest block, in sawdust:',
    path: '/try',
  },
  inner: {
    title: 'Inner door',
    lead: 'Smaller, colder. The Dormouse III takes six small letters and sleeps a random while in between, so that times reveal nothing.',
    inside: 'The cake. It has eleven candles, a slice is missing, and on it is written in icing:',
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
    ? html`<p class="quiet">None since it was last thawed.</p>`
    : html`<table><thead><tr><th scope="col">Code</th><th scope="col">Ticks</th><th scope="col" class="bar">On the service’s scale</th></tr></thead>
<tbody>${door.tries.map(({ code, ticks }) => html`<tr><td><code>${code}</code></td><td class="ticks">${ticks}</td><td class="bar"><i style="width:${Math.min(100, Math.round(ticks / 30))}%"></i></td></tr>`)}</tbody></table>`
}`,
  );
}

export const servicePage = (): Html =>
  frame(
    'For the service',
    '/service',
    html`
<div class="prose">
<h1>For the service</h1>
<p class="lead">The locks have a port for the engineer, who has cold fingers and would rather not type. Display and port are honest; it's all the locks are.</p>
<h2>A roll of codes</h2>
<p><code>POST /api/try</code> takes up to 500 codes and tries them one after the other. For each it answers the ticks that the display would have shown.</p>
<pre tabindex="0"><b>POST /api/try</b>
{"door": "outer", "codes": ["aaaaaaaa", "baaaaaaa"]}

<b>200</b>
{"ticks": [1301, 1188], "open": false}</pre>
<p>A code may hold any characters; those that aren’t small letters are wrong, but they are compared like all others. If one of the codes was right, the door is open and stays so, and this answer and all later ones say what is <code>inside</code>. The inner door
is called <code>inner</code>, and has to be reached first.</p>
<h2>Known faults</h2>
<ul>
  <li>The processor is shared with a washing machine. When that one spins, the ticks go up. It spins often.</li>
  <li>Tries aren’t counted. The lock would have to stay awake for that.</li>
  <li>The ticks differ from try to try. It has been suggested that this is a feature.</li>
</ul>
</div>`,
  );

export const messagePage = (title: string, text: string): Html =>
  frame(title, undefined, html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">To the outer door</a></p>`);
