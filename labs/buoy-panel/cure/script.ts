/** The script of the panel. The pilots' page gives it orders, by message. */
export const panelScript = `
const PILOTS = 'https://pilots.buoys.example'
// Nobody gives orders who hasn't heard the hello
const channel = crypto.randomUUID()
const board = document.getElementById('board')
const levels = ['calm', 'breeze', 'storm']

const orders = {
  theme({ value }) {
    document.body.dataset.theme = value
  },
  select({ buoy }) {
    for (const row of document.querySelectorAll('[data-buoy]')) row.classList.toggle('chosen', row.dataset.buoy === String(buoy))
  },
  notice({ level, text }) {
    const notice = document.createElement('p')
    notice.className = levels.includes(level) ? 'notice ' + level : 'notice'
    notice.textContent = text
    board.replaceChildren(notice)
  },
}

addEventListener('message', event => {
  if (event.origin !== PILOTS) return
  if (!event.data || event.data.channel !== channel) return
  const order = orders[event.data.kind]
  if (order) order(event.data)
})
if (parent !== window) parent.postMessage({ kind: 'hello', channel }, PILOTS)

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
