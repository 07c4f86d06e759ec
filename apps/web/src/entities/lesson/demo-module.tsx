import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './demo-module.module.css';
import type { ModuleProps } from './module-props.ts';

/**
 * HTML page by the author of the lesson. Its scripts run in an opaque origin: they have no access to this page, its storage
 * or the network (apps/server/src/features/media/media.routes.ts). It loads when it comes near the viewport.
 */
export default function DemoModule({ module: demo }: ModuleProps<'demo'>) {
  const [reloads, setReloads] = useState(0);
  return (
    <Card flush className={css.card}>
      <div className={css.head}>
        <div className={css.text}>
          <Label>Demo</Label>
          <p className={css.title}>{demo.title}</p>
        </div>
        <Button variant="quiet" size="sm" icon="refresh" onClick={() => setReloads((before) => before + 1)}>
          Reload<VisuallyHidden> {demo.title}</VisuallyHidden>
        </Button>
      </div>
      <iframe
        key={reloads}
        className={css.frame}
        title={demo.title}
        src={demo.src}
        height={demo.height}
        sandbox="allow-scripts"
        allow=""
        referrerPolicy="no-referrer"
        loading="lazy"
      />
    </Card>
  );
}
