import { Avatar } from '#ui/avatar.tsx';
import { Label } from '#ui/label.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './avatar-group.module.css';

export interface Option {
  id: string;
  name: string;
  /** Null for the picture that is generated from the username. */
  image: string | null;
}

interface Props {
  name: string;
  options: readonly Option[];
  /** Id of the selected picture, which may be in another group. */
  chosen: string;
  username: string;
  onChoose: (id: string) => void;
}

/** Pictures under one heading. All groups form one radio group because the inputs share their name. */
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
