import type { ConsentService } from '@hexpedition/contract';
import { Button } from '#ui/button.tsx';
import type { Path } from '../config-names.ts';
import { FieldError, Text, useProblem } from './config-fields.tsx';
import css from './edit.module.css';

type Cookie = NonNullable<ConsentService['cookies']>[number];

interface Props {
  path: Path;
  value: readonly Cookie[] | undefined;
  onChange: (cookies: Cookie[] | undefined) => void;
}

/** Cookies of a service that are deleted when a visitor withdraws consent. */
export function CookieList({ path, value = [], onChange }: Props) {
  const set = (next: Cookie[]) => onChange(next.length > 0 ? next : undefined);
  return (
    <fieldset className={css.group} data-path={path} tabIndex={-1}>
      <legend>Cookies to delete when declined</legend>
      <p className={css.hint}>Enter a name, or ^ and a prefix: ^_pk_ matches _pk_id and _pk_ses.</p>
      {value.map((cookie, index) => (
        <CookieRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a cookie is identified by its index
          key={index}
          path={`${path}.${index}`}
          number={index + 1}
          cookie={cookie}
          onChange={(next) => set(value.map((one, at) => (at === index ? next : one)))}
          onRemove={() => set(value.filter((_, at) => at !== index))}
        />
      ))}
      <div>
        <Button size="sm" icon="plus" onClick={() => set([...value, ''])}>
          Add a cookie
        </Button>
      </div>
    </fieldset>
  );
}

interface RowProps {
  path: Path;
  number: number;
  cookie: Cookie;
  onChange: (cookie: Cookie) => void;
  onRemove: () => void;
}

function CookieRow({ path, number, cookie, onChange, onRemove }: RowProps) {
  const problem = useProblem(path);
  const [name, at, domain] = typeof cookie === 'string' ? [cookie] : cookie;
  const update = (parts: { name?: string; at?: string | undefined; domain?: string | undefined }) => {
    const next = { name, at, domain, ...parts };
    if (next.domain) onChange([next.name, next.at || '/', next.domain]);
    else onChange(next.at ? [next.name, next.at] : next.name);
  };
  return (
    <fieldset className={css.cookie} aria-label={`Cookie ${number}`} data-path={path} tabIndex={-1}>
      <Text label="Name" path={`${path}.0`} mono value={name} onChange={(text = '') => update({ name: text })} />
      <Text label="Path" path={`${path}.1`} mono optional value={at} onChange={(text) => update({ at: text })} />
      <Text
        label="Domain"
        path={`${path}.2`}
        mono
        optional
        value={domain}
        onChange={(text) => update({ domain: text })}
      />
      <Button
        {...{ square: true, size: 'sm', variant: 'quiet', icon: 'close' }}
        aria-label={`Remove cookie ${number}`}
        onClick={onRemove}
      />
      {problem && (
        <p>
          <FieldError>{problem}</FieldError>
        </p>
      )}
    </fieldset>
  );
}
