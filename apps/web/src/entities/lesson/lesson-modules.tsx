import { type ComponentType, memo } from 'react';
import { LazyPart } from './lazy-part.tsx';
import { moduleKinds } from './module-kinds.tsx';
import type { ModuleProps } from './module-props.ts';

/** Module of a lesson. Memoised, so that parents do not render it again while it waits for its script. */
export const LessonModule = memo(function LessonModule(props: ModuleProps) {
  // TypeScript cannot express that the component is the one of the module's kind.
  const Component = moduleKinds[props.module.kind].component as ComponentType<ModuleProps>;
  const content = <Component {...props} />;
  // Only lazily loaded components have this property. Its value is undefined after they have loaded.
  return 'preload' in Component ? <LazyPart>{content}</LazyPart> : content;
});
