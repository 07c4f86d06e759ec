import type { ConsentConfig, ConsentService, PrivacyDesk } from '@hexpedition/contract';
import { useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { titleOf } from '../names.ts';
import css from './edit.module.css';
import { useFault, Wrong } from './fields.tsx';
import { ServiceCard } from './service-card.tsx';
import { useList } from './use-list.tsx';

interface Props {
  config: ConsentConfig;
  desk: PrivacyDesk;
  change: (changes: Partial<ConsentConfig>) => void;
}

/** Everything that may load, in the order in which visitors read it. */
export function ServicesPart({ config, desk: { active, needed }, change }: Props) {
  const { services } = config;
  const purposes = [...new Set(services.flatMap((one) => one.purposes))];
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const fault = useFault('services');
  const nameOf = (service: ConsentService) => titleOf(service) || 'A new service';
  const list = useList(services, nameOf, (next) => change({ services: next }));
  // The platform puts what it needs into every version, so what was taken out stands in the active one.
  const missing = active.config.services.filter(
    ({ name }) => needed.some((one) => one === name) && !services.some((one) => one.name === name),
  );
  const add = (service: ConsentService) => toggle(list.add(service, '[data-toggle]'));
  const toggle = (id: string) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  return (
    <div className={css.part}>
      {fault && (
        <p data-path="services" tabIndex={-1}>
          <Wrong>{fault}</Wrong>
        </p>
      )}
      <p className={css.hint}>Alt and the arrow keys move a service as its buttons do.</p>
      <ul ref={list.root} className={css.cards} aria-label="Services">
        {services.map((service, index) => {
          const id = list.ids[index] ?? '';
          return (
            <li key={id} data-at={index}>
              <Card size="sm" flush>
                <ServiceCard
                  path={`services.${index}`}
                  {...{ service, purposes }}
                  needed={
                    needed.some((name) => name === service.name)
                      ? `The platform asks for ${nameOf(service)} itself, so it has to stay.`
                      : undefined
                  }
                  isOpen={open.has(id)}
                  onToggle={() => toggle(id)}
                  onKeyDown={list.onKeyDown(index, '[data-toggle]')}
                  onChange={(next) => list.replace(index, next)}
                  onRemove={() => list.remove(index, '[data-toggle]')}
                  moves={list.moves(index)}
                />
              </Card>
            </li>
          );
        })}
      </ul>
      <Said>{list.said}</Said>
      <div className={css.actions}>
        <Button icon="plus" onClick={() => add({ name: freeName(services), purposes: [] })}>
          Add a service
        </Button>
        {missing.map((service) => (
          <Button key={service.name} icon="plus" onClick={() => add(service)}>
            Add {nameOf(service)} again
          </Button>
        ))}
      </div>
      <PurposeOrder {...{ config, change, purposes }} />
    </div>
  );
}

const freeName = (services: readonly ConsentService[]) => {
  const taken = new Set(services.map(({ name }) => name));
  for (let number = 1; ; number++) {
    const name = number === 1 ? 'service' : `service-${number}`;
    if (!taken.has(name)) return name;
  }
};

/** What a press has done, for those who do not see it. */
const Said = ({ children }: { children: string }) => (
  <span role="status" className={css.said}>
    <VisuallyHidden>{children}</VisuallyHidden>
  </span>
);

type OrderProps = Pick<Props, 'config' | 'change'> & { purposes: readonly string[] };

/** In which order the dialog lists purposes. */
function PurposeOrder({ config: { purposeOrder = [] }, change, purposes }: OrderProps) {
  const id = useId();
  const fault = useFault('purposeOrder', true);
  // Those that the order does not name come first, as visitors see them.
  const shown = [...purposes.filter((one) => !purposeOrder.includes(one)), ...purposeOrder];
  const list = useList(
    shown,
    (purpose) => purpose,
    (next) => change({ purposeOrder: next }),
  );
  return (
    <section className={css.part} aria-labelledby={id} data-path="purposeOrder" tabIndex={-1}>
      <h2 id={id} className={css.subtitle}>
        Order of purposes
      </h2>
      {fault && (
        <p>
          <Wrong>{fault}</Wrong>
        </p>
      )}
      <ul ref={list.root} className={css.order} aria-label="Purposes in order">
        {shown.map((purpose, index) => (
          <li key={purpose} data-at={index}>
            <span>{purpose}</span>
            {!purposes.includes(purpose) && <span className={css.hint}>no service has it</span>}
            <span className={css.cardButtons}>{list.moves(index)}</span>
          </li>
        ))}
      </ul>
      <Said>{list.said}</Said>
    </section>
  );
}
