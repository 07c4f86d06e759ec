import type { ConsentConfig, ConsentService, PrivacyConfigState } from '@hexpedition/contract';
import { useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { titleOf } from '../config-names.ts';
import { FieldError, useProblem } from './config-fields.tsx';
import css from './edit.module.css';
import { ServiceCard } from './service-card.tsx';
import { useSortableList } from './use-sortable-list.tsx';

interface Props {
  config: ConsentConfig;
  configState: PrivacyConfigState;
  change: (changes: Partial<ConsentConfig>) => void;
}

/** Sortable list of the services that may load, in the order that visitors see. */
export function ServicesPart({ config, configState: { active, needed }, change }: Props) {
  const { services } = config;
  const purposes = [...new Set(services.flatMap((one) => one.purposes))];
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const problem = useProblem('services');
  const nameOf = (service: ConsentService) => titleOf(service) || 'New service';
  const list = useSortableList(services, nameOf, (next) => change({ services: next }));
  // The active version contains all services that the platform needs, so a removed one can be restored from it.
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
      {problem && (
        <p data-path="services" tabIndex={-1}>
          <FieldError>{problem}</FieldError>
        </p>
      )}
      <p className={css.hint}>To move a service by keyboard, press Alt and an arrow key.</p>
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
                      ? `The platform uses ${nameOf(service)}, so you cannot remove it.`
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
      <Announcement>{list.announcement}</Announcement>
      <div className={css.actions}>
        <Button icon="plus" onClick={() => add({ name: nextFreeName(services), purposes: [] })}>
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

const nextFreeName = (services: readonly ConsentService[]) => {
  const taken = new Set(services.map(({ name }) => name));
  for (let number = 1; ; number++) {
    const name = number === 1 ? 'service' : `service-${number}`;
    if (!taken.has(name)) return name;
  }
};

/** Announces the result of an action to screen readers. */
const Announcement = ({ children }: { children: string }) => (
  <span role="status" className={css.announcement}>
    <VisuallyHidden>{children}</VisuallyHidden>
  </span>
);

type OrderProps = Pick<Props, 'config' | 'change'> & { purposes: readonly string[] };

/** Sortable order in which the dialog lists the purposes. */
function PurposeOrder({ config: { purposeOrder = [] }, change, purposes }: OrderProps) {
  const id = useId();
  const problem = useProblem('purposeOrder', true);
  // The dialog lists purposes that the order does not name first.
  const shown = [...purposes.filter((one) => !purposeOrder.includes(one)), ...purposeOrder];
  const list = useSortableList(
    shown,
    (purpose) => purpose,
    (next) => change({ purposeOrder: next }),
  );
  return (
    <section className={css.part} aria-labelledby={id} data-path="purposeOrder" tabIndex={-1}>
      <h2 id={id} className={css.subtitle}>
        Order of purposes
      </h2>
      {problem && (
        <p>
          <FieldError>{problem}</FieldError>
        </p>
      )}
      <ul ref={list.root} className={css.order} aria-label="Purposes in order">
        {shown.map((purpose, index) => (
          <li key={purpose} data-at={index}>
            <span>{purpose}</span>
            {!purposes.includes(purpose) && <span className={css.hint}>not used by any service</span>}
            <span className={css.cardButtons}>{list.moves(index)}</span>
          </li>
        ))}
      </ul>
      <Announcement>{list.announcement}</Announcement>
    </section>
  );
}
