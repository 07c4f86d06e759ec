export { createNodes, type Nodes, type OtherNode } from './nodes.ts';
