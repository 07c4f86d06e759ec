import type { CameraState, Size } from './map-view.ts';

/** How far a flight zooms out before it travels (ρ of the paper). */
const RHO = Math.SQRT2;
const MIN_DURATION = 280;
const MAX_DURATION = 1100;

export interface Flight {
  /** Milliseconds. */
  duration: number;
  /** Returns the camera at a time from 0 (start) to 1 (end). */
  at(t: number): CameraState;
}

/**
 * Plans the smoothest movement between two cameras: out, across, and in again.
 * Source: van Wijk and Nuij, "Smooth and efficient zooming and panning" (InfoVis 2003), equations 9 and 10.
 */
export function planFlight(from: CameraState, to: CameraState, screen: Size): Flight {
  // The paper measures zoom as the visible width.
  const [w0, w1] = [screen.width / from.k, screen.width / to.k];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const u1 = Math.hypot(dx, dy);
  const curve = u1 < 1e-3 ? zoomOnly(w0, w1) : arc(w0, w1, u1);
  return {
    duration: Math.min(MAX_DURATION, Math.max(MIN_DURATION, curve.length * 420)),
    at(t) {
      if (t >= 1) return to;
      const { u, w } = curve.at(ease(t) * curve.length);
      const part = u1 < 1e-3 ? 0 : u / u1;
      return { x: from.x + dx * part, y: from.y + dy * part, k: screen.width / w };
    },
  };
}

interface Curve {
  length: number;
  at(s: number): { u: number; w: number };
}

/** Curve of a flight that only zooms. */
function zoomOnly(w0: number, w1: number): Curve {
  const length = Math.abs(Math.log(w1 / w0)) / RHO;
  const sign = w1 < w0 ? -1 : 1;
  return { length, at: (s) => ({ u: 0, w: w0 * Math.exp(sign * RHO * s) }) };
}

function arc(w0: number, w1: number, u1: number): Curve {
  const rho2 = RHO ** 2;
  const rho4 = RHO ** 4;
  const b0 = (w1 ** 2 - w0 ** 2 + rho4 * u1 ** 2) / (2 * w0 * rho2 * u1);
  const b1 = (w1 ** 2 - w0 ** 2 - rho4 * u1 ** 2) / (2 * w1 * rho2 * u1);
  const r0 = Math.log(-b0 + Math.sqrt(b0 ** 2 + 1));
  const r1 = Math.log(-b1 + Math.sqrt(b1 ** 2 + 1));
  return {
    length: (r1 - r0) / RHO,
    at(s) {
      const u = (w0 / rho2) * (Math.cosh(r0) * Math.tanh(RHO * s + r0) - Math.sinh(r0));
      return { u, w: (w0 * Math.cosh(r0)) / Math.cosh(RHO * s + r0) };
    },
  };
}

/** Cubic ease-in and ease-out. */
const ease = (t: number) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);
