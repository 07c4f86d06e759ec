// The same map drawn by React Flow, as the baseline of `npm run bench -- map`. That benchmark bundles and serves it.
import {
  BaseEdge,
  type Edge,
  type EdgeProps,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react';
import { memo } from 'react';
import { createRoot } from 'react-dom/client';

/** Data that the benchmark writes into the page. Lengths are map units. */
export interface FlowMap {
  hexes: { x: number; y: number; colour: string }[];
  trainings: { ref: string; x: number; y: number; colour: string; name: string; sign: string }[];
  edges: { from: string; to: string; d: string }[];
}

type Land = Node<{ colour: string }, 'land'>;
type Training = Node<{ colour: string; name: string; sign: string }, 'training'>;
type Route = Edge<{ d: string }, 'route'>;

const hexagon = (radius: number) =>
  `M0 ${-radius}L${radius * 0.866} ${-radius / 2}v${radius}L0 ${radius}L${-radius * 0.866} ${radius / 2}v${-radius}Z`;
const [cell, shape] = [hexagon(40), hexagon(28)];

const LandNode = memo(({ data }: NodeProps<Land>) => (
  <svg aria-hidden="true" className="hex" width="70" height="80" viewBox="-35 -40 70 80" data-hue={data.colour}>
    <path d={cell} />
  </svg>
));

const TrainingNode = memo(({ data }: NodeProps<Training>) => (
  <a className="training" href="#training" data-hue={data.colour}>
    <svg aria-hidden="true" width="70" height="80" viewBox="-35 -40 70 80">
      <path className="shape" d={shape} />
      <path className="sign" d={data.sign} transform="translate(-12 -12)" />
    </svg>
    <span>{data.name}</span>
    <Handle type="target" position={Position.Top} />
    <Handle type="source" position={Position.Bottom} />
  </a>
));

const RouteEdge = memo(({ id, data }: EdgeProps<Route>) => <BaseEdge id={id} path={data?.d ?? ''} />);

const nodeTypes = { land: LandNode, training: TrainingNode };
const edgeTypes = { route: RouteEdge };

const map: FlowMap = JSON.parse(document.getElementById('map')?.textContent ?? '');
// The upper left corner of the bounding box of a hex, which is 70 by 80.
const corner = ({ x, y }: { x: number; y: number }) => ({ x: x - 35, y: y - 40 });
const nodes: (Land | Training)[] = [
  ...map.hexes.map(
    (hex, i): Land => ({
      id: `hex-${i}`,
      type: 'land',
      position: corner(hex),
      data: hex,
      width: 70,
      height: 80,
    }),
  ),
  ...map.trainings.map(
    (training): Training => ({
      id: training.ref,
      type: 'training',
      position: corner(training),
      data: training,
      width: 70,
      height: 80,
      zIndex: 2,
    }),
  ),
];
const edges = map.edges.map(
  ({ from, to, d }): Route => ({
    id: `${from} ${to}`,
    type: 'route',
    source: from,
    target: to,
    data: { d },
  }),
);

createRoot(document.getElementById('root') as HTMLElement).render(
  <ReactFlow
    defaultNodes={nodes}
    defaultEdges={edges}
    nodeTypes={nodeTypes}
    edgeTypes={edgeTypes}
    nodesDraggable={false}
    nodesConnectable={false}
    elementsSelectable={false}
    nodesFocusable={false}
    edgesFocusable={false}
    minZoom={0.05}
    maxZoom={2.6}
    fitView
    onInit={() => {
      document.documentElement.dataset.ready = '';
    }}
  />,
);
