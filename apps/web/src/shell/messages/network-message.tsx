import { Message } from './message.tsx';
import { GoBack } from './not-found-page.tsx';

export function NetworkMessage() {
  return (
    <Message code="No connection" title="Error" text="Uh-Oh! Looks like your network has some issues.">
      <p>Please wait a moment, then go back and try again. What you have done so far is safe.</p>
      <GoBack />
    </Message>
  );
}
