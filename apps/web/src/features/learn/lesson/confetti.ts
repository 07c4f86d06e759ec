import css from './confetti.module.css';

const storageKey = 'celebrated';
const duration = 2600;
const colours = ['--beacon', '--phosphor', '--hue-teal', '--hue-violet', '--hue-rose', '--hue-blue'];

/** Shows confetti once per training. Does nothing if the user prefers reduced motion. */
export function celebrateOnce(training: string) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  try {
    const before = (localStorage.getItem(storageKey) ?? '').split(' ').filter(Boolean);
    if (before.includes(training)) return;
    localStorage.setItem(storageKey, [...before, training].join(' '));
  } catch {
    // Storage is blocked, so the confetti may show again.
  }
  showConfetti();
}

interface Piece {
  x: number;
  y: number;
  vx: number;
  vy: number;
  size: number;
  turn: number;
  spin: number;
  colour: string;
}

/** Draws small hexagons from both lower corners, on a canvas over the page that ignores clicks. */
function showConfetti() {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return;
  const scale = Math.min(devicePixelRatio, 2);
  canvas.className = css.canvas ?? '';
  canvas.width = innerWidth * scale;
  canvas.height = innerHeight * scale;
  canvas.setAttribute('aria-hidden', 'true');
  document.body.append(canvas);
  const style = getComputedStyle(document.documentElement);
  const pieceColours = colours.map((name) => style.getPropertyValue(name));
  const pieces = Array.from({ length: 130 }, (_, index) => makePiece(index, pieceColours));
  const begin = performance.now();
  let last = begin;
  const frame = (now: number) => {
    const seconds = Math.min(0.05, (now - last) / 1000);
    last = now;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, innerWidth, innerHeight);
    context.globalAlpha = Math.min(1, (duration - (now - begin)) / 600);
    for (const piece of pieces) {
      move(piece, seconds);
      draw(context, piece);
    }
    if (now - begin < duration) requestAnimationFrame(frame);
    else canvas.remove();
  };
  requestAnimationFrame(frame);
}

function makePiece(index: number, pieceColours: string[]): Piece {
  const left = index % 2 === 0;
  const angle = Math.PI * (0.18 + Math.random() * 0.24);
  const speed = innerHeight * (0.7 + Math.random() * 0.75);
  return {
    x: left ? -10 : innerWidth + 10,
    y: innerHeight * 0.92,
    vx: Math.cos(angle) * speed * (left ? 1 : -1),
    vy: -Math.sin(angle) * speed,
    size: 4 + Math.random() * 6,
    turn: Math.random() * Math.PI,
    spin: (Math.random() - 0.5) * 9,
    colour: pieceColours[index % pieceColours.length] ?? '',
  };
}

function move(piece: Piece, seconds: number) {
  piece.vx *= 1 - 0.9 * seconds;
  piece.vy += innerHeight * 1.05 * seconds;
  piece.x += piece.vx * seconds;
  piece.y += piece.vy * seconds;
  piece.turn += piece.spin * seconds;
}

function draw(context: CanvasRenderingContext2D, { x, y, size, turn, colour }: Piece) {
  context.beginPath();
  for (let side = 0; side < 6; side++) {
    const angle = turn + (Math.PI / 3) * side;
    context.lineTo(x + Math.cos(angle) * size, y + Math.sin(angle) * size * 0.8);
  }
  context.closePath();
  context.fillStyle = colour;
  context.fill();
}
