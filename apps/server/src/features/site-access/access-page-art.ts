/** Columns and rows of a small island of pointy-topped hexes. */
const island = [
  [0, 0],
  [1, 0],
  [2, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
  [2, 1],
  [0, 2],
  [1, 2],
  [0, 3],
] as const;

const land = island.map(([column, row]) => hexAt(1090 + column * 83 + (row % 2 ? 41.5 : 0), 330 + row * 72)).join('');
const numbers = Array.from(
  { length: 14 },
  (_, index) => `<text x="${64 + index * 100}" y="884">0x${(index + 1).toString(16).toUpperCase()}0</text>`,
).join('');

/** Decorative map corner, as behind the forms of the web app. */
export const accessPageArt = `<svg class="chart" viewBox="0 0 1440 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
<g class="depth">${[190, 130, 72].map((width) => `<path d="${land}" stroke-width="${width}"/>`).join('')}</g>
<path class="land" d="${land}"/>
<path class="course" d="M-20 820C200 760 260 640 430 640S720 780 900 660s110-140 222-170"/>
<g class="numbers">${numbers}</g>
</svg>`;

function hexAt(x: number, y: number): string {
  const corners = Array.from({ length: 6 }, (_, side) => {
    const angle = (Math.PI / 3) * side - Math.PI / 2;
    return `${(x + 48 * Math.cos(angle)).toFixed(0)} ${(y + 48 * Math.sin(angle)).toFixed(0)}`;
  });
  return `M${corners.join('L')}Z`;
}
