// The drawing tools of the films: a night chart on a canvas of 1280 by 720. Runs in the browser.
// The lowest 120 pixels stay free, because that is where the captions are shown.
export const colour = {
  sea: '#070d1a',
  surface: '#0f1a30',
  raised: '#152340',
  line: '#22345a',
  ink: '#e9effa',
  ink2: '#a3b5d3',
  ink3: '#8094b8',
  beacon: '#ffc24b',
  phosphor: '#54e6b0',
  coral: '#ff7a7a',
  blue: '#62b5ff',
  violet: '#a98bff',
};

/** 0 before `from`, 1 after `to`, softly in between. */
export function ease(t, from, to) {
  const p = Math.min(1, Math.max(0, (t - from) / (to - from)));
  return p * p * (3 - 2 * p);
}

/** How visible something is that comes at `from` and, perhaps, goes at `to`. */
export function shown(t, from, to = Infinity, soft = 0.5) {
  return ease(t, from, from + soft) * (to === Infinity ? 1 : 1 - ease(t, to - soft, to));
}

const mix = (a, b, p) => a + (b - a) * p;
const fonts = { mono: '"JetBrains Mono"', text: 'Inter', head: '"Chakra Petch"' };

export class Stage {
  constructor(context) {
    this.context = context;
  }

  /** Draws with `alpha`, multiplied with the alpha in force. */
  fade(alpha, draw) {
    if (alpha <= 0.003) return;
    this.context.save();
    this.context.globalAlpha *= alpha;
    draw();
    this.context.restore();
  }

  /** Draws something that is made for (x, y) at another place and in another size. */
  move(x, y, toX, toY, scale, draw) {
    this.context.save();
    this.context.translate(toX, toY);
    this.context.scale(scale, scale);
    this.context.translate(-x, -y);
    draw();
    this.context.restore();
  }

  text(words, x, y, { size = 26, font = 'text', weight = 500, fill = colour.ink, align = 'left', spacing = 0 } = {}) {
    const { context } = this;
    context.font = `${weight} ${size}px ${fonts[font]}`;
    context.letterSpacing = `${spacing}px`;
    context.fillStyle = fill;
    context.textAlign = align;
    context.textBaseline = 'alphabetic';
    context.fillText(words, x, y);
  }

  mono(words, x, y, options = {}) {
    this.text(words, x, y, { font: 'mono', size: 28, ...options });
  }

  /** Pieces of mono text side by side: [['GET', colour.beacon], [' /']]. Returns where the line ends. */
  pieces(parts, x, y, size = 28) {
    for (const [words, fill = colour.ink] of parts) {
      this.mono(words, x, y, { size, fill });
      x += words.length * size * 0.6;
    }
    return x;
  }

  rule(points, { stroke = colour.line, width = 2, dash = [], progress = 1 } = {}) {
    const { context } = this;
    context.beginPath();
    points.forEach(([x, y], index) => {
      if (index === 0) {
        context.moveTo(x, y);
        return;
      }
      const [fromX, fromY] = points[index - 1];
      const part = Math.min(1, Math.max(0, progress * (points.length - 1) - (index - 1)));
      if (part > 0) context.lineTo(mix(fromX, x, part), mix(fromY, y, part));
    });
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.setLineDash(dash);
    context.stroke();
    context.setLineDash([]);
  }

  /** A card with the upper right corner cut off. */
  card(x, y, w, h, { fill = colour.surface, stroke = colour.line, cut = 22, width = 2 } = {}) {
    const { context } = this;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + w - cut, y);
    context.lineTo(x + w, y + cut);
    context.lineTo(x + w, y + h);
    context.lineTo(x, y + h);
    context.closePath();
    context.fillStyle = fill;
    context.fill();
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.stroke();
  }

  hex(x, y, r, { fill = colour.surface, stroke = colour.line, width = 2.5 } = {}) {
    const { context } = this;
    context.beginPath();
    for (let corner = 0; corner < 6; corner += 1) {
      const angle = (Math.PI / 3) * corner - Math.PI / 2;
      context.lineTo(x + r * Math.cos(angle), y + r * Math.sin(angle));
    }
    context.closePath();
    context.fillStyle = fill;
    context.fill();
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.stroke();
  }

  tick(x, y, r, stroke = colour.sea) {
    this.rule(
      [
        [x - r * 0.4, y],
        [x - r * 0.08, y + r * 0.32],
        [x + r * 0.42, y - r * 0.32],
      ],
      { stroke, width: r / 6 },
    );
  }

  cross(x, y, r, stroke = colour.coral) {
    this.rule(
      [
        [x - r, y - r],
        [x + r, y + r],
      ],
      { stroke, width: 5 },
    );
    this.rule(
      [
        [x - r, y + r],
        [x + r, y - r],
      ],
      { stroke, width: 5 },
    );
  }

  /** Depth lines around places, merged like those of an island. */
  depths(places) {
    const { context } = this;
    for (const [reach, fill] of [
      [96, '#091122'],
      [66, '#0b172c'],
      [38, '#0e1c37'],
    ]) {
      context.beginPath();
      for (const [x, y, r = 58] of places) {
        for (let step = 0; step <= 60; step += 1) {
          const angle = (Math.PI / 30) * step;
          const edge = r + reach + 7 * Math.sin(3 * angle + x) + 4 * Math.sin(5 * angle + y);
          const point = [x + edge * Math.cos(angle), y + edge * Math.sin(angle)];
          if (step === 0) context.moveTo(...point);
          else context.lineTo(...point);
        }
      }
      context.fillStyle = fill;
      context.fill();
    }
  }

  /** A machine: a hex with a sign in it, a name and a line in mono under it. */
  place(x, y, { icon = 'server', name = '', note = '', hue = colour.blue, r = 58, live = false }) {
    const { context } = this;
    context.save();
    if (live) {
      context.shadowColor = hue;
      context.shadowBlur = 26;
    }
    this.hex(x, y, r, { fill: colour.surface, stroke: hue, width: 3 });
    context.restore();
    icons[icon](this, x, y, r * 0.42, hue);
    if (name) this.text(name, x, y + r + 36, { align: 'center', weight: 600 });
    if (note) this.mono(note, x, y + r + 68, { align: 'center', size: 22, fill: colour.ink2 });
  }

  /** Something on its way from one place to another; `p` runs from 0 to 1. */
  packet(from, to, p, label, hue = colour.beacon, lift = 34) {
    if (p <= 0 || p >= 1) return;
    // From edge to edge, not from middle to middle.
    const edge = 78 / Math.hypot(to[0] - from[0], to[1] - from[1]);
    const at = (part) => [
      mix(from[0], to[0], mix(edge, 1 - edge, part)),
      mix(from[1], to[1], mix(edge, 1 - edge, part)),
    ];
    const [x, y] = at(p).map(Math.round);
    const { context } = this;
    this.fade(Math.min(1, p * 8, (1 - p) * 8), () => {
      this.rule([at(Math.max(0, p - 0.12)), [x, y]], { stroke: hue, width: 4 });
      context.save();
      context.shadowColor = hue;
      context.shadowBlur = 22;
      this.hex(x, y, 11, { fill: hue, stroke: hue });
      context.restore();
      if (label) this.chip(label, x, y - lift, hue);
    });
  }

  /** A small label with its middle at (x, y). */
  chip(label, x, y, hue = colour.ink, size = 26) {
    const w = label.length * size * 0.6 + 32;
    this.card(x - w / 2, y - size * 0.95, w, size * 1.7, { stroke: hue, cut: 12, fill: colour.sea });
    this.mono(label, x, y + size * 0.25, { size, align: 'center', fill: hue });
  }

  /** A browser's window with its address. */
  browser(x, y, w, h, address, hue = colour.line) {
    this.card(x, y, w, h, { stroke: hue });
    this.rule(
      [
        [x, y + 58],
        [x + w, y + 58],
      ],
      { stroke: hue },
    );
    for (const dot of [0, 1, 2]) this.hex(x + 28 + dot * 24, y + 29, 7, { fill: colour.line, stroke: colour.line });
    this.mono(address, x + 106, y + 38, { size: 24, fill: colour.ink2 });
  }

  /** The sea and the graticule, below everything else. */
  chart() {
    const { context } = this;
    context.fillStyle = colour.sea;
    context.fillRect(0, 0, 1280, 720);
    context.fillStyle = '#101a30';
    for (let x = 64; x < 1260; x += 64) for (let y = 64; y < 710; y += 64) context.fillRect(x, y, 2, 2);
    this.rule(
      [
        [36, 30],
        [1244, 30],
        [1244, 690],
        [36, 690],
        [36, 30],
      ],
      { stroke: '#16233f', width: 1 },
    );
    const grid = { size: 13, fill: '#3f5279', align: 'center' };
    for (let step = 1; step < 9; step += 1)
      this.mono(`0x${(step * 16).toString(16).toUpperCase()}`, step * 140, 23, grid);
    for (let step = 1; step < 5; step += 1) this.mono(`${step * 10}`, 19, step * 140, grid);
  }

  /** The place in the film, above everything else. */
  heading(index, titles, alpha) {
    titles.forEach((_, at) => {
      const state = at < index ? colour.phosphor : at === index ? colour.beacon : colour.line;
      this.hex(1206 - (titles.length - 1 - at) * 32, 76, 11, { fill: at < index ? state : colour.sea, stroke: state });
    });
    this.fade(alpha, () => {
      this.mono(`${index + 1} OF ${titles.length}`, 72, 70, { size: 20, fill: colour.beacon, spacing: 2 });
      this.text(titles[index], 72, 112, { font: 'head', weight: 600, size: 38 });
    });
  }
}

const icons = {
  browser(stage, x, y, r, hue) {
    stage.rule(
      [
        [x - r, y - r * 0.8],
        [x + r, y - r * 0.8],
        [x + r, y + r * 0.8],
        [x - r, y + r * 0.8],
        [x - r, y - r * 0.8],
      ],
      { stroke: hue, width: 3 },
    );
    stage.rule(
      [
        [x - r, y - r * 0.3],
        [x + r, y - r * 0.3],
      ],
      { stroke: hue, width: 3 },
    );
  },
  server(stage, x, y, r, hue) {
    for (const at of [-0.85, 0.15]) {
      const top = y + r * at;
      stage.rule(
        [
          [x - r, top],
          [x + r, top],
          [x + r, top + r * 0.7],
          [x - r, top + r * 0.7],
          [x - r, top],
        ],
        { stroke: hue, width: 3 },
      );
      stage.rule(
        [
          [x - r * 0.65, top + r * 0.35],
          [x - r * 0.35, top + r * 0.35],
        ],
        { stroke: hue, width: 4 },
      );
    }
  },
  book(stage, x, y, r, hue) {
    stage.rule(
      [
        [x, y - r * 0.6],
        [x - r, y - r * 0.85],
        [x - r, y + r * 0.6],
        [x, y + r * 0.85],
        [x + r, y + r * 0.6],
        [x + r, y - r * 0.85],
        [x, y - r * 0.6],
        [x, y + r * 0.85],
      ],
      { stroke: hue, width: 3 },
    );
  },
  eye(stage, x, y, r, hue) {
    const { context } = stage;
    context.strokeStyle = hue;
    context.lineWidth = 3;
    context.beginPath();
    context.moveTo(x - r * 1.1, y);
    context.quadraticCurveTo(x, y - r * 1.2, x + r * 1.1, y);
    context.quadraticCurveTo(x, y + r * 1.2, x - r * 1.1, y);
    context.stroke();
    context.beginPath();
    context.arc(x, y, r * 0.3, 0, 7);
    context.stroke();
  },
  script(stage, x, y, r, hue) {
    stage.rule(
      [
        [x - r * 0.5, y - r * 0.6],
        [x - r * 1.05, y],
        [x - r * 0.5, y + r * 0.6],
      ],
      { stroke: hue, width: 3 },
    );
    stage.rule(
      [
        [x + r * 0.5, y - r * 0.6],
        [x + r * 1.05, y],
        [x + r * 0.5, y + r * 0.6],
      ],
      { stroke: hue, width: 3 },
    );
    stage.rule(
      [
        [x + r * 0.18, y - r * 0.7],
        [x - r * 0.18, y + r * 0.7],
      ],
      { stroke: hue, width: 3 },
    );
  },
};
