import css from './hex-dot.module.css';

/** Marker of a continent: a small hexagon in the colour of the nearest `data-hue`. */
export const HexDot = () => (
  <svg className={css.dot} viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
    <path d="M5 0 9.3 2.5v5L5 10 .7 7.5v-5Z" />
  </svg>
);
