import { Html } from '#ui/html.tsx';
import prose from '#ui/prose.module.css';
import type { ModuleProps } from './module-props.ts';

/** Text between two other modules. */
export function TextModule({ module }: ModuleProps<'text'>) {
  return <Html html={module.html} className={prose.prose} />;
}
