import type { NodeRef } from '@hexpedition/contract';
import { type Hex, toPixel } from '@hexpedition/hexkit/hex';
import type { Issue } from '@hexpedition/hexkit/issues';
import { UNIT_PIXELS } from '../../camera/camera.ts';
import { hexagon } from '../../scene/hexagon.ts';
import css from './canvas.module.css';

interface Props {
  chosen: Hex | undefined;
  begun: Hex | undefined;
  via: readonly [number, number][];
  ghosts: readonly (Hex & { ref: NodeRef; slug: string })[];
  faults: readonly Issue[];
  /** The fault that the author was led to. */
  flown: Issue | undefined;
}

const cell = hexagon(39);
const mark = hexagon(15);
const at = (hex: Hex) => {
  const { x, y } = toPixel(hex);
  return `translate(${x} ${y})`;
};

/** What lies over the drawn map while it is edited: choice, path, faults. Map units, as the scene. */
export function Overlay({ chosen, begun, via, ghosts, faults, flown }: Props) {
  return (
    <svg className={css.overlay} width="1" height="1" aria-hidden="true">
      <g transform={`scale(${UNIT_PIXELS})`}>
        {ghosts.map((ghost) => (
          <g key={ghost.ref} transform={at(ghost)}>
            <path className={css.ghost} d={hexagon(28)} />
            <text className={css.ghostName} y="52">
              {ghost.slug}
            </text>
          </g>
        ))}
        {chosen && <path className={css.chosen} d={cell} transform={at(chosen)} />}
        {begun && <path className={css.begun} d={cell} transform={at(begun)} />}
        {via.map(([q, r]) => (
          <path key={`${q},${r}`} className={css.via} d={mark} transform={at({ q, r })} />
        ))}
        {faults.map(
          (fault, i) =>
            fault.at && (
              // biome-ignore lint/suspicious/noArrayIndexKey: a fault is its number
              <g key={i} transform={at(fault.at)} data-severity={fault.severity}>
                {fault === flown && <circle className={css.ring} r="72" />}
                <path className={css.fault} d={mark} />
                <text className={css.number} y="6">
                  {i + 1}
                </text>
              </g>
            ),
        )}
      </g>
    </svg>
  );
}
