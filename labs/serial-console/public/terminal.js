const element = (id) => document.getElementById(id);
const screen = element('screen');
let at = 0;
let shown = '';
let isCounting = false;
let timer;

const wire = (more = '') =>
  `/wire?pad=${encodeURIComponent(element('pad').value)}&speed=${encodeURIComponent(element('speed').value)}${more}`;

/** Prints text as a terminal does: a backspace moves back, other control bytes are shown as such. */
function show(text) {
  for (const letter of text) {
    if (letter === '\b') shown = shown.slice(0, -1);
    else if (letter === '\n' || (letter >= ' ' && letter <= '~')) shown += letter;
    else if (letter !== '\r') shown += '\ufffd';
  }
  shown = shown.slice(-30000);
  if (!text) return;
  screen.textContent = shown;
  screen.scrollTop = screen.scrollHeight;
}

async function ask(path, options) {
  const answer = await fetch(path, options);
  const body = await answer.json();
  element('state').textContent = body.error ?? '';
  return body;
}

async function listen() {
  clearTimeout(timer);
  const body = await ask(wire(`&since=${at}`));
  if (body.error) return;
  at = body.at;
  isCounting = body.counting;
  show(body.text);
  if (body.busy) timer = setTimeout(listen, 200);
}

async function type(text) {
  await ask(wire(), { method: 'POST', body: text });
  await listen();
}

element('power').addEventListener('click', async () => {
  shown = '';
  screen.textContent = '';
  at = (await ask('/power', { method: 'POST' })).at;
  await listen();
  element('typed').focus();
});
element('key').addEventListener('click', () => type(' '));
element('settings').addEventListener('submit', (event) => event.preventDefault());
element('line').addEventListener('submit', (event) => {
  event.preventDefault();
  const { value } = element('typed');
  element('typed').value = '';
  type(`${value}\n`);
});
element('typed').addEventListener('keydown', (event) => {
  if (!isCounting || event.key.length > 1 || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  isCounting = false;
  type(event.key);
});
for (const id of ['pad', 'speed']) {
  element(id).value = sessionStorage.getItem(id) ?? element(id).value;
  element(id).addEventListener('change', () => {
    sessionStorage.setItem(id, element(id).value);
    listen();
  });
}
listen();
