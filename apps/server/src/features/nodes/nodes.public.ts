export { type NodeRow, readNodes } from './nodes.read-model.ts';
export { createNodes, type Nodes, type OtherNode } from './nodes.ts';
