import type { NodeRef } from '@hexpedition/contract';
import { type Hex, toPixel } from '@hexpedition/hexkit/hex';
import type { Issue } from '@hexpedition/hexkit/issues';
import { UNIT_PIXELS } from '../../camera/camera.ts';
import { hexagon } from '../../scene/hexagon.ts';
import css from './canvas.module.css';

interface Props {
  selectedHex: Hex | undefined;
  pathStart: Hex | undefined;
  via: readonly [number, number][];
  /** Nodes of the document that the compiled map does not show. */
  ghosts: readonly (Hex & { ref: NodeRef; slug: string })[];
  problems: readonly Issue[];
  /** Problem that the author has opened. */
  activeProblem: Issue | undefined;
}

const cell = hexagon(39);
const mark = hexagon(15);
const transformTo = (hex: Hex) => {
  const { x, y } = toPixel(hex);
  return `translate(${x} ${y})`;
};

/** Overlay of the map in the editor: selection, path and problems. It uses map units, like the scene. */
export function EditorOverlay({ selectedHex, pathStart, via, ghosts, problems, activeProblem }: Props) {
  return (
    <svg className={css.overlay} width="1" height="1" aria-hidden="true">
      <g transform={`scale(${UNIT_PIXELS})`}>
        {ghosts.map((ghost) => (
          <g key={ghost.ref} transform={transformTo(ghost)}>
            <path className={css.ghost} d={hexagon(28)} />
            <text className={css.ghostName} y="52">
              {ghost.slug}
            </text>
          </g>
        ))}
        {selectedHex && <path className={css.selectedHex} d={cell} transform={transformTo(selectedHex)} />}
        {pathStart && <path className={css.pathStart} d={cell} transform={transformTo(pathStart)} />}
        {via.map(([q, r]) => (
          <path key={`${q},${r}`} className={css.via} d={mark} transform={transformTo({ q, r })} />
        ))}
        {problems.map(
          (problem, i) =>
            problem.at && (
              // biome-ignore lint/suspicious/noArrayIndexKey: a problem is identified by its number
              <g key={i} transform={transformTo(problem.at)} data-severity={problem.severity}>
                {problem === activeProblem && <circle className={css.ring} r="72" />}
                <path className={css.problem} d={mark} />
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
