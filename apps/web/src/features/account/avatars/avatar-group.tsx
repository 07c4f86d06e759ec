import { Avatar } from '#ui/avatar.tsx';
import { Label } from '#ui/label.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './avatar-group.module.css';

export interface Option {
  id: string;
  name: string;
  /** Null is the one drawn from the name. */
  image: string | null;
}

interface Props {
  name: string;
  options: readonly Option[];
  /** The one that is chosen, of this or another group. */
  chosen: string;
  username: string;
  onChoose: (id: string) => void;
}

/** Some pictures under a heading. All groups are one choice: the radio buttons share their name. */
export function AvatarGroup({ name, options, chosen, username, onChoose }: Props) {
  return (
    <fieldset className={css.group}>
      <Label as="legend">{name}</Label>
      <div className={css.options}>
        {options.map((option) => (
          <label key={option.id} className={css.option}>
            <input
              type="radio"
              name="avatar"
              value={option.id}
              checked={option.id === chosen}
              onChange={() => onChoose(option.id)}
            />
            <Avatar username={username} image={option.image} size={80} />
            <VisuallyHidden>{option.name}</VisuallyHidden>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
