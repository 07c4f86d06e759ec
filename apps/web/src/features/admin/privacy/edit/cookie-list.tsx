import type { ConsentService } from '@hexpedition/contract';
import { Button } from '#ui/button.tsx';
import type { Path } from '../names.ts';
import css from './edit.module.css';
import { Text, useFault, Wrong } from './fields.tsx';

type Cookie = NonNullable<ConsentService['cookies']>[number];

interface Props {
  path: Path;
  value: readonly Cookie[] | undefined;
  onChange: (cookies: Cookie[] | undefined) => void;
}

/** The cookies of a service, which go when somebody takes back that they agreed. */
export function CookieList({ path, value = [], onChange }: Props) {
  const set = (next: Cookie[]) => onChange(next.length > 0 ? next : undefined);
  return (
    <fieldset className={css.group} data-path={path} tabIndex={-1}>
      <legend>Cookies that go when it is declined</legend>
      <p className={css.hint}>A name, or ^ and how names begin: ^_pk_ fits _pk_id and _pk_ses.</p>
      {value.map((cookie, index) => (
        <CookieRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a cookie is its place in the list
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
  const whole = useFault(path);
  const [name, at, domain] = typeof cookie === 'string' ? [cookie] : cookie;
  const put = (parts: { name?: string; at?: string | undefined; domain?: string | undefined }) => {
    const next = { name, at, domain, ...parts };
    if (next.domain) onChange([next.name, next.at || '/', next.domain]);
    else onChange(next.at ? [next.name, next.at] : next.name);
  };
  return (
    <fieldset className={css.cookie} aria-label={`Cookie ${number}`} data-path={path} tabIndex={-1}>
      <Text label="Name" path={`${path}.0`} mono value={name} onChange={(text = '') => put({ name: text })} />
      <Text label="Path" path={`${path}.1`} mono optional value={at} onChange={(text) => put({ at: text })} />
      <Text label="Domain" path={`${path}.2`} mono optional value={domain} onChange={(text) => put({ domain: text })} />
      <Button
        {...{ square: true, size: 'sm', variant: 'quiet', icon: 'close' }}
        aria-label={`Remove cookie ${number}`}
        onClick={onRemove}
      />
      {whole && (
        <p>
          <Wrong>{whole}</Wrong>
        </p>
      )}
    </fieldset>
  );
}
