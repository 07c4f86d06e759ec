/** The script of the panel. The pilots' page controls it by messages. */
export const panelScript = String.raw`
const PILOTS = /^https:\/\/pilots.buoys.example$/
// Only a page that has received the hello may give orders
const channel = crypto.randomUUID()
const board = document.getElementById('board')
const encode = text => String(text).replace(/[&<>"']/g, sign => '&#' + sign.charCodeAt(0) + ';')

const orders = {
  theme({ value }) {
    document.body.dataset.theme = value
  },
  select({ buoy }) {
    for (const row of document.querySelectorAll('[data-buoy]')) row.classList.toggle('chosen', row.dataset.buoy === String(buoy))
  },
  notice({ level, text }) {
    board.innerHTML = '<p class="notice ' + level + '">' + encode(text) + '</p>'
  },
}

addEventListener('message', event => {
  if (!PILOTS.test(event.origin)) return
  if (!event.data || event.data.channel !== channel) return
  const order = orders[event.data.kind]
  if (order) order(event.data)
})
if (parent !== window) parent.postMessage({ kind: 'hello', channel }, '*')

for (const button of document.querySelectorAll('button[data-lamp]')) {
  button.addEventListener('click', async () => {
    const token = document.querySelector('meta[name=token]').content
    const answer = await fetch('/lamp', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Token': token },
      body: JSON.stringify({ buoy: Number(button.dataset.lamp), lit: true }),
    })
    const { receipt, error } = await answer.json()
    orders.notice({ level: error ? 'storm' : 'calm', text: error || receipt })
  })
}
`;
