import { t } from '../../lib/messages.ts';
import { Field } from '../field.tsx';
import type { Destination } from './event-queries.ts';
import { eventName } from './event-words.ts';

export type DestinationTexts = Pick<Destination, 'kind' | 'name' | 'address' | 'event_types'>;

interface DestinationFieldsProps {
  readonly texts: DestinationTexts;
  readonly onChange: (texts: DestinationTexts) => void;
  /** The types of events that may be sent. */
  readonly types: readonly string[];
}

export function DestinationFields({ texts, onChange, types }: DestinationFieldsProps) {
  const set = (change: Partial<DestinationTexts>) => onChange({ ...texts, ...change });
  const chosen = texts.event_types;
  const toggle = (type: string) =>
    set({
      event_types: chosen.includes(type) ? chosen.filter((one) => one !== type) : [...chosen, type],
    });
  const isMail = texts.kind === 'mail';
  return (
    <>
      <Field
        label={t('Name')}
        hint={t('Who gets the events, such as: operations channel.')}
        maxLength={200}
        required
        value={texts.name}
        onChange={(name) => set({ name })}
      />
      <Field
        key={texts.kind}
        label={isMail ? t('E-mail address') : t('URL')}
        hint={isMail ? undefined : t('It gets a POST request with each event.')}
        type={isMail ? 'email' : 'url'}
        dir="ltr"
        placeholder={isMail ? 'ops@example.org' : 'https://example.org/events'}
        maxLength={1_000}
        required
        value={texts.address}
        onChange={(address) => set({ address })}
      />
      <fieldset className="choices">
        <legend className="label">{t('Events')}</legend>
        {types.map((type) => (
          <label key={type}>
            <input type="checkbox" checked={chosen.includes(type)} onChange={() => toggle(type)} />
            {eventName(type)}
          </label>
        ))}
      </fieldset>
    </>
  );
}
