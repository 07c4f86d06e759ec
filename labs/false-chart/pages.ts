import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { MAX_ANSWERS } from './actions.ts';
import { HARBOUR, HARBOUR_SERVER, RESOLVER, YOU, YOURS } from './dns.ts';
import type { Line, state } from './world.ts';

type State = ReturnType<typeof state>;
type Fields = Record<string, string>;

const sheet = (title: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · The Chart Room, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
${body}
</body>
</html>`;

const chart = html`<svg class="sea" viewBox="0 0 1200 260" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
  <path class="shoal" d="M0 0H430C400 70 330 110 240 118S70 170 0 168Z"/><path class="shoal" d="M1200 260H760c40-66 120-84 200-96s170-70 240-72Z"/>
  <path class="land" d="M0 0H360C340 48 280 84 200 90S60 130 0 128Z"/><path class="land" d="M1200 260H840c30-44 90-58 160-66s140-50 200-56Z"/>
  <path class="depth" d="M0 196c120-8 220-28 300-54s170-60 180-142M700 260c40-90 130-128 230-142s190-66 270-78"/>
  <path class="track" d="M250 108 520 190 700 120 930 176"/>
  <g class="light"><circle cx="250" cy="96" r="5"/><circle cx="932" cy="190" r="5"/><circle cx="640" cy="60" r="5"/></g>
  <g class="sounding"><text x="420" y="120">14</text><text x="520" y="60">22</text><text x="480" y="226">31</text><text x="590" y="200">27</text><text x="700" y="40">38</text><text x="800" y="92">24</text><text x="640" y="140">33</text><text x="160" y="222">19</text><text x="1060" y="50">17</text><text x="900" y="60">21</text><text x="330" y="190">25</text></g>
  <g class="rose" transform="translate(640 128)"><circle r="54"/><circle r="40"/><path d="M0-64 8-8 64 0 8 8 0 64-8 8-64 0-8-8Z"/></g>
</svg>`;

const clock = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(3)} s`;

const log = (id: string, title: string, lines: Line[], none: string): Html => html`<section aria-labelledby="${id}">
  <h2 id="${id}">${title}</h2>
  ${lines.length > 0 ? html`<ol class="log">${lines.map(({ at, text }) => html`<li><time>${clock(at)}</time> ${text}</li>`)}</ol>` : html`<p class="none">${none}</p>`}
</section>`;

const field = (label: string, name: string, value: string | undefined, id = name): Html =>
  html`<p class="field"><label for="${id}">${label}</label><input id="${id}" name="${name}" value="${value ?? ''}" autocomplete="off" spellcheck="false"></p>`;

const option = (value: string, chosen: string | undefined): Html =>
  value === chosen ? html`<option selected>${value}</option>` : html`<option>${value}</option>`;

const forgeForm = (fields: Fields): Html => html`<form class="box wide" method="post" action="/do/forge">
  <h2>Send answers</h2>
  <div class="fields">
    ${field('Pretend to be server', 'from', fields.from || HARBOUR_SERVER)}
    ${field('To port', 'port', fields.port)}
    ${field('First transaction ID', 'id', fields.id)}
    ${field(`Number of answers, up to ${MAX_ANSWERS}`, 'count', fields.count || '1')}
    ${field('Question', 'name', fields.name, 'forged')}
    ${field('Answer', 'address', fields.address || YOU)}
  </div>
  <fieldset>
    <legend>One more record (optional)</legend>
    <div class="fields three">
      ${field('Name', 'extraName', fields.extraName)}
      <p class="field"><label for="extraType">Type</label><select id="extraType" name="extraType">${['A', 'NS'].map((type) => option(type, fields.extraType))}</select></p>
      ${field('Value', 'extraValue', fields.extraValue)}
    </div>
  </fieldset>
  <p class="row"><button>Send</button> <span>Each has the next transaction ID and takes 2 ms.</span></p>
</form>`;

/**
 * @param fields last values of the form
 * @param problem why it was rejected
 */
export const chartPage = ({ milliseconds, told, asked, arrived }: State, fields: Fields, problem?: string): Html =>
  sheet(
    'The chart',
    html`
<header>
  ${chart}
  <div class="title">
    <p>Port Ostrel and approaches</p>
    <h1>The Chart Room</h1>
    <p>We turn names into addresses, for all ships. Updated this morning.</p>
  </div>
</header>
<main>
${problem ? html`<p class="problem" role="alert">${problem}</p>` : null}
<section class="legend" aria-labelledby="legend">
  <h2 id="legend" class="away">Legend</h2>
  <dl>
    <div><dt>The Chart Room</dt><dd>${RESOLVER}. The resolver that the whole harbour asks. It believes the last answer</dd></div>
    <div><dt>${HARBOUR}</dt><dd>Server ${HARBOUR_SERVER}. It knows <code>www</code>, <code>tides</code>, <code>charts</code></dd></div>
    <div><dt>${YOURS}</dt><dd>Your domain. Its server ${YOU} answers every query with its own address</dd></div>
    <div><dt>Clock</dt><dd><strong>${clock(milliseconds)}</strong> It only runs during actions that take time</dd></div>
  </dl>
</section>
<div class="tools">
  <form class="box" method="post" action="/do/ask">
    <h2>Ask the Chart Room</h2>
    ${field('Name', 'name', fields.name || `www.${HARBOUR}`)}
    <p class="row"><button>Ask</button> <span>The query takes no time, the answer does.</span></p>
  </form>
  <form class="box" method="post" action="/do/wait">
    <h2>Wait</h2>
    ${field('Milliseconds, up to 60000', 'milliseconds', fields.milliseconds || '1000')}
    <p class="row"><button>Wait</button></p>
  </form>
  ${forgeForm(fields)}
</div>
<div class="logs">
  ${log('told', 'Answers to you', told, 'Nothing. You have not asked yet.')}
  ${log('asked', 'Queries to your name server', asked, 'Nothing.')}
  ${log('arrived', `Requests to ${YOU}`, arrived, 'Nothing. The tide gauge and the pilot go to other addresses.')}
</div>
<p class="api">For programs: <code>GET /api/state</code> returns what this page shows. <code>POST /api/ask</code> takes <code>name</code>; <code>/api/wait</code> takes <code>milliseconds</code>; <code>/api/forge</code> takes <code>from</code>, <code>port</code>, <code>id</code>, <code>count</code>, <code>name</code>, <code>address</code> and perhaps <code>extraName</code>, <code>extraType</code>, <code>extraValue</code>. Each returns the new state.</p>
</main>
<footer>Not to be used for navigation. The pilot uses it for navigation.</footer>`,
  );

export const problemPage = (title: string, text: string): Html =>
  sheet(
    title,
    html`
<header>${chart}<div class="title"><p>Port Ostrel and approaches</p><h1>${title}</h1></div></header>
<main><p class="lead">${text}</p><p><a href="/">Back to the chart</a></p></main>
<footer>Not to be used for navigation.</footer>`,
  );
